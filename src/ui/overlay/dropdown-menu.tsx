import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '../style/class-names.ts'

/**
 * A button that opens a panel under it, as the browser's own <details>, so that it works without JavaScript;
 * with it, Escape, a press elsewhere, the keyboard going on and a new page close it, and a mouse opens those of a group by resting on them.
 */
export function DropdownMenu(props: {
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
  const last = useRef(key)
  useEffect(() => {
    // What was opened before the scripts ran stays open.
    if (last.current !== key && box.current) box.current.open = false
    last.current = key
  }, [key])
  useEffect(() => {
    const details = box.current
    const press = (event: PointerEvent) => {
      if (details?.open && !details.contains(event.target as Node)) details.open = false
    }
    const goOn = ({ relatedTarget }: FocusEvent) => {
      if (details && relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details?.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    const unhover = details?.hasAttribute('name') ? openByResting(details) : undefined
    const heard = new AbortController()
    const { signal } = heard
    document.addEventListener('pointerdown', press, { signal })
    details?.addEventListener('keydown', leave, { signal })
    details?.addEventListener('focusout', goOn, { signal })
    return () => {
      unhover?.()
      heard.abort()
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

/** Ms after which a mouse that rests on a menu has opened it, and one that has left has closed it. */
const restsFor = 120
const leavesFor = 250

/** A mouse opens and closes by resting and leaving; a press on what has just opened so keeps it open. */
function openByResting(details: HTMLDetailsElement): () => void {
  let waiting: ReturnType<typeof setTimeout>
  let byMouse = false
  const later = (open: boolean, ms: number) => (event: PointerEvent) => {
    clearTimeout(waiting)
    if (event.pointerType !== 'mouse') return
    waiting = setTimeout(() => {
      if (details.open === open || (!open && !byMouse)) return
      details.open = open
      byMouse = open
    }, ms)
  }
  const press = (event: Event) => {
    clearTimeout(waiting)
    if (byMouse && details.open) event.preventDefault()
    byMouse = false
  }
  const heard = new AbortController()
  const { signal } = heard
  details.addEventListener('pointerenter', later(true, restsFor), { signal })
  details.addEventListener('pointerleave', later(false, leavesFor), { signal })
  details.querySelector('summary')?.addEventListener('click', press, { signal })
  return () => {
    clearTimeout(waiting)
    heard.abort()
  }
}
