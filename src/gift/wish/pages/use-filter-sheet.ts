import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useInertOutside } from '../../../ui/overlay/use-inert-outside.ts'

const isPhone = () => window.matchMedia('(width < 36rem)').matches

/** On phones the filters open as a sheet, which keeps the focus until it is closed; elsewhere in their place. */
export function useFilterSheet() {
  const details = useRef<HTMLDetailsElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  /** The panel while it is open as a sheet. */
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null)
  useInertOutside(sheet)
  const open = (event: MouseEvent) => {
    if (!details.current || !isPhone()) return
    event.preventDefault()
    details.current.open = true
    setSheet(panel.current)
  }
  const close = useCallback(() => {
    setSheet(null)
    if (!details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }, [])
  useEffect(() => {
    if (details.current && isPhone()) details.current.open = false
  }, [])
  useEffect(() => {
    if (!sheet) return
    sheet.focus()
    const stop = new AbortController()
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const closeOutside = ({ target }: PointerEvent) =>
      target instanceof Node && !sheet.contains(target) && close()
    document.addEventListener('keydown', closeOnEscape, { signal: stop.signal })
    document.addEventListener('pointerdown', closeOutside, { signal: stop.signal })
    return () => stop.abort()
  }, [sheet, close])
  return { details, panel, isSheet: sheet !== null, open, close }
}
