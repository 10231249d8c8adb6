import { Icon } from './icons.tsx'

/** A sentence to be read before one goes on. */
export function Warning({ text }: { text: string }) {
  return (
    <p className="note">
      <Icon name="warn" />
      <span>{text}</span>
    </p>
  )
}
