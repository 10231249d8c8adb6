/** Names with what is known under each; what has nothing to say is left out. */
export function FactList({
  facts,
  className,
}: {
  facts: [name: string, value: string | undefined][]
  className?: string
}) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
