import { encode } from 'uqr'

/** A text as a code for a camera. Whoever does not see it has the text beside it. */
export function CameraCode({ text }: { text: string }) {
  const { data, size } = encode(text)
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className="camera-code" viewBox={`-2 -2 ${size + 4} ${size + 4}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
