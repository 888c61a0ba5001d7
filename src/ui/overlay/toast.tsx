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
  /** `alert` is for failures: it is announced at once and stays until it is closed with OK. */
  tone?: 'done' | 'alert'
  /** A link or a button: «Αναίρεση», «Δείτε το καλάθι». */
  action?: ReactNode
}

interface ShownToast extends ToastMessage {
  id: number
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})

/** The function that shows a toast: a short message at the edge of the page, for some seconds. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext)
}

const visibleMs = 6000

/** Shows the toasts of everything in it, in live regions that exist before the first toast (R816). */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const close = useCallback((id: number) => setToasts(all => all.filter(other => other.id !== id)), [])
  const toast = useMemo(() => {
    let count = 0
    return (message: ToastMessage) => {
      count += 1
      const next = { ...message, id: count }
      // The same message again replaces the first; a failure replaces messages of success before it.
      const isReplaced = ({ title, body, tone }: ShownToast) =>
        (title === next.title && body === next.body) || (next.tone === 'alert' && tone !== 'alert')
      const others = (all: ShownToast[]) => all.filter(other => !isReplaced(other))
      setToasts(all => [...others(all).slice(-2), next])
    }
  }, [])
  const notices = toasts.filter(({ tone }) => tone !== 'alert')
  const alerts = toasts.filter(({ tone }) => tone === 'alert')
  const container = useAboveFootNotices(toasts.length > 0)
  useOnSubmission(useCallback(() => setToasts([]), []))
  return (
    <ToastContext value={toast}>
      {children}
      <div
        ref={container}
        className="no-print pointer-events-none fixed inset-x-4 bottom-4 z-60 flex flex-col items-stretch gap-3 sm:left-auto sm:w-96"
      >
        <div role="status" className="flex flex-col gap-3">
          {notices.map(notice => (
            <Toast key={notice.id} {...notice} onClose={close} />
          ))}
        </div>
        <div role="alert" className="flex flex-col gap-3">
          {alerts.map(alert => (
            <Toast key={alert.id} {...alert} onClose={close} />
          ))}
        </div>
      </div>
    </ToastContext>
  )
}

/** Runs when a form is sent: toasts of an earlier submission must not stand beside those of the next one. */
function useOnSubmission(run: () => void): void {
  useEffect(() => {
    const runIfPost = ({ target }: SubmitEvent) => {
      if (target instanceof HTMLFormElement && target.method === 'post') run()
    }
    window.addEventListener('submit', runIfPost, true)
    return () => window.removeEventListener('submit', runIfPost, true)
  }, [run])
}

/** Keeps the toasts above the notices at the foot of the screen (root.tsx), so that they don't cover each other. */
function useAboveFootNotices(hasToasts: boolean): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const foot = document.querySelector<HTMLElement>('.foot-notices')
    if (!foot || !hasToasts) return
    const observer = new ResizeObserver(() => {
      if (container.current) container.current.style.bottom = `calc(1rem + ${foot.offsetHeight}px)`
    })
    observer.observe(foot)
    return () => observer.disconnect()
  }, [hasToasts])
  return container
}

function Toast({
  id,
  title,
  body,
  tone = 'done',
  action,
  onClose,
}: ShownToast & { onClose: (id: number) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tone === 'alert') return
    const isBeingRead = () => box.current?.matches(':hover, :focus-within') ?? false
    const timer = setInterval(() => isBeingRead() || onClose(id), visibleMs)
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
        aria-label={tone === 'alert' ? undefined : m.ui_close()}
        onClick={() => onClose(id)}
        className="flex h-9 min-w-9 shrink-0 items-center justify-center rounded-pill px-2 font-semibold outline-paper hover:bg-paper/12"
      >
        {tone === 'alert' ? m.common_ok() : <CloseIcon />}
      </button>
    </div>
  )
}
