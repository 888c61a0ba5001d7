import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from './class-names.ts'

/**
 * A button that opens a panel under it, as the browser's own <details>, so that it works without JavaScript;
 * with it, Escape, a press elsewhere and a new page close it.
 */
export function DropMenu(props: {
  summary: ReactNode
  /** What the button says to those who do not see it, when its words do not suffice. */
  label?: string
  /** Menus of one group: opening one closes the others. */
  group?: string
  className?: string
  summaryClass?: string
  panelClass?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (key && box.current) box.current.open = false
  }, [key])
  useEffect(() => {
    const details = box.current
    const press = (event: PointerEvent) => {
      if (details?.open && !details.contains(event.target as Node)) details.open = false
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details?.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', press)
    details?.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', press)
      details?.removeEventListener('keydown', leave)
    }
  }, [])
  return (
    <details ref={box} name={props.group} className={classNames('group/menu', props.className)}>
      <summary aria-label={props.label} className={props.summaryClass}>
        {props.summary}
      </summary>
      <div className={props.panelClass}>{props.children}</div>
    </details>
  )
}
