import { classNames } from '../style/class-names.ts'

/** Short facts in one line, a dot between two; where the line breaks, no dot is left at its edge. */
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
