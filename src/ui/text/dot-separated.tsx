import { classNames } from '../style/class-names.ts'

/** Short facts with dots between them; no dot is shown where a line breaks. */
export function DotSeparated({ facts, className }: { facts: string[]; className?: string }) {
  return (
    <span className={classNames('block overflow-hidden', className)}>
      <span className="dotted">
        {facts.map(fact => (
          <span key={fact}>{`${fact} `}</span>
        ))}
      </span>
    </span>
  )
}
