import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { m } from '../../paraglide/messages.js'
import { CheckIcon, CloseIcon, WarningIcon } from '../media/icons.tsx'

export interface ToastMessage {
  title: ReactNode
  body?: ReactNode
  /** `alert` is for failures: read out at once, stays until it is closed. */
  tone?: 'done' | 'note' | 'alert'
  /** A link or a button: «Αναίρεση», «Δείτε το καλάθι». */
  action?: ReactNode
}

interface Shown extends ToastMessage {
  id: number
}

const ToastContext = createContext<(words: ToastMessage) => void>(() => {})

/** `toast({ title })` shows a short notice at the edge of the page for a while. */
export function useToast(): (words: ToastMessage) => void {
  return useContext(ToastContext)
}

const restMs = 6000

/** The place of all notices; a polite live region that stands in the page before the first one comes. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const close = useCallback((id: number) => setShown(all => all.filter(one => one.id !== id)), [])
  const toast = useMemo(() => {
    let count = 0
    return (words: ToastMessage) => {
      count += 1
      const next = { ...words, id: count }
      // The same said again takes the place of the first.
      const others = (all: Shown[]) => all.filter(one => one.title !== next.title || one.body !== next.body)
      setShown(all => [...others(all).slice(-2), next])
    }
  }, [])
  const calm = shown.filter(one => one.tone !== 'alert')
  const alerts = shown.filter(one => one.tone === 'alert')
  const place = useOverFoot(shown.length > 0)
  return (
    <ToastContext value={toast}>
      {children}
      <div
        ref={place}
        className="no-print pointer-events-none fixed inset-x-4 bottom-4 z-60 flex flex-col items-stretch gap-3 sm:left-auto sm:w-96"
      >
        <div role="status" className="flex flex-col gap-3">
          {calm.map(one => (
            <Toast key={one.id} {...one} onClose={close} />
          ))}
        </div>
        <div role="alert" className="flex flex-col gap-3">
          {alerts.map(one => (
            <Toast key={one.id} {...one} onClose={close} />
          ))}
        </div>
      </div>
    </ToastContext>
  )
}

/** Keeps notices over what stands at the foot of the screen (root.tsx), so that both can be used. */
function useOverFoot(isShown: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const foot = document.querySelector<HTMLElement>('.foot-notices')
    if (!foot || !isShown) return
    const watch = new ResizeObserver(() => {
      if (place.current) place.current.style.bottom = `calc(1rem + ${foot.offsetHeight}px)`
    })
    watch.observe(foot)
    return () => watch.disconnect()
  }, [isShown])
  return place
}

function Toast({
  id,
  title,
  body,
  tone = 'done',
  action,
  onClose,
}: Shown & { onClose: (id: number) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tone === 'alert') return
    const isRead = () => box.current?.matches(':hover, :focus-within') ?? false
    const timer = setInterval(() => isRead() || onClose(id), restMs)
    return () => clearInterval(timer)
  }, [tone, id, onClose])
  return (
    <div
      ref={box}
      className="pointer-events-auto flex animate-[rise_200ms_var(--ease-out)] gap-3 rounded-tile bg-ink py-3 pr-2 pl-4 text-paper ring-1 ring-paper/20 shadow-[0_12px_40px_rgb(35_38_45/0.3)] forced-colors:border"
    >
      <span className="pt-2">{tone === 'done' ? <CheckIcon /> : <WarningIcon />}</span>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold">{title}</p>
        {body && <div className="text-sm">{body}</div>}
        {action && <div className="mt-1 text-sm font-semibold">{action}</div>}
      </div>
      <button
        type="button"
        aria-label={m.ui_close()}
        onClick={() => onClose(id)}
        className="flex size-9 shrink-0 items-center justify-center rounded-pill outline-paper hover:bg-paper/12"
      >
        <CloseIcon />
      </button>
    </div>
  )
}
