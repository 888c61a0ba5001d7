import type { ReactNode, Ref } from 'react'
import { classNames } from '../style/class-names.ts'

/** A message that stays on the page. `alert` is announced when it appears; with a `ref` it can take the focus. */
export function Notice(props: {
  tone?: 'note' | 'done' | 'alert'
  title?: ReactNode
  className?: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  const { tone = 'note', title, className, children, ref } = props
  const toneClasses = {
    note: 'border-sea/30 bg-sky/50',
    done: 'border-olive/40 bg-leaf/60',
    alert: 'border-pomegranate bg-rose/40',
  }
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={tone === 'alert' ? 'alert' : undefined}
      className={classNames('rounded-tile border px-5 py-4', toneClasses[tone], className)}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={classNames(Boolean(title) && 'mt-1')}>{children}</div>}
    </div>
  )
}
