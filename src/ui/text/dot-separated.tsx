import type { ReactNode } from 'react'
import { classNames } from '../style/class-names.ts'

/** Short facts with dots between them; no dot is shown where a line breaks. */
export function DotSeparated({ facts, className }: { facts: ReactNode[]; className?: string }) {
  return (
    <span className={classNames('block overflow-hidden', className)}>
      <span className="dotted">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts are told apart by their place alone
          <span key={index}>{typeof fact === 'string' ? `${fact} ` : fact}</span>
        ))}
      </span>
    </span>
  )
}
