import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '../style/class-names.ts'

export const dropdownPanelClasses =
  'absolute left-0 z-30 mt-2 w-72 rounded-tile border border-line bg-card px-4 py-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]'

/**
 * A button that opens a panel below it, as the browser's own <details>, so that it works without JavaScript. With
 * JavaScript it also closes by Escape, a press outside, when the focus leaves, and on a new page; menus of a group also
 * open and close by hovering.
 */
export function DropdownMenu(props: {
  summary: ReactNode
  /** The button's name for screen readers, where its text is not enough. */
  label?: string
  /** Opening a menu closes the others of its group. */
  group?: string
  className?: string
  summaryClass?: string
  panelClass?: string
  children: ReactNode
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    // Not at first: a menu opened before the scripts ran stays open.
    if (lastKey.current !== key && menu.current) menu.current.open = false
    lastKey.current = key
  }, [key])
  useEffect(() => {
    const details = menu.current
    const closeOutside = (event: PointerEvent) => {
      if (details?.open && !details.contains(event.target as Node)) details.open = false
    }
    const closeOnBlur = ({ relatedTarget }: FocusEvent) => {
      if (details && relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details?.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    const stopHover = details?.hasAttribute('name') ? openOnHover(details) : undefined
    const stopFitting = details ? keepInWindow(details) : undefined
    const cleanup = new AbortController()
    const { signal } = cleanup
    document.addEventListener('pointerdown', closeOutside, { signal })
    details?.addEventListener('keydown', closeOnEscape, { signal })
    details?.addEventListener('focusout', closeOnBlur, { signal })
    return () => {
      stopHover?.()
      stopFitting?.()
      cleanup.abort()
    }
  }, [])
  return (
    <details ref={menu} name={props.group} className={classNames('group/menu', props.className)}>
      <summary aria-label={props.label} className={props.summaryClass}>
        {props.summary}
      </summary>
      <div className={props.panelClass}>{props.children}</div>
    </details>
  )
}

const marginPx = 12

/** Moves an open panel to the left by what would be cut off at the right edge of the window. */
function keepInWindow(details: HTMLDetailsElement): () => void {
  const panel = details.lastElementChild
  if (!(panel instanceof HTMLElement)) return () => {}
  const fit = () => {
    // Measuring makes the browser lay out the page, which every change of the page's height would do for every menu.
    if (!details.open) return
    panel.style.marginLeft = ''
    const { left, right } = panel.getBoundingClientRect()
    const cut = right - (document.documentElement.clientWidth - marginPx)
    if (cut > 0 && left > marginPx) panel.style.marginLeft = `${-Math.min(cut, left - marginPx)}px`
  }
  const observer = new ResizeObserver(fit)
  observer.observe(panel)
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}

/** After hovering this long a menu opens, and after leaving it this long it closes. */
const openDelayMs = 120
const closeDelayMs = 250

/** Opens and closes a menu by hovering with a mouse; a click on a menu that hovering opened keeps it open. */
function openOnHover(details: HTMLDetailsElement): () => void {
  let timer: ReturnType<typeof setTimeout>
  let isOpenByHover = false
  const setOpenAfter = (open: boolean, ms: number) => (event: PointerEvent) => {
    clearTimeout(timer)
    if (event.pointerType !== 'mouse') return
    timer = setTimeout(() => {
      if (details.open === open || (!open && !isOpenByHover)) return
      details.open = open
      isOpenByHover = open
    }, ms)
  }
  const keepOpen = (event: Event) => {
    clearTimeout(timer)
    if (isOpenByHover && details.open) event.preventDefault()
    isOpenByHover = false
  }
  const cleanup = new AbortController()
  const { signal } = cleanup
  details.addEventListener('pointerenter', setOpenAfter(true, openDelayMs), { signal })
  details.addEventListener('pointerleave', setOpenAfter(false, closeDelayMs), { signal })
  details.querySelector('summary')?.addEventListener('click', keepOpen, { signal })
  return () => {
    clearTimeout(timer)
    cleanup.abort()
  }
}
