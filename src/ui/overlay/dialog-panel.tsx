import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { useContext, useLayoutEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { CloseIcon } from '../media/icons.tsx'
import { useNonce } from '../page/site-data.ts'
import { classNames } from '../style/class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { PageDialogContext } from './page-dialog-context.ts'

const popupLook =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-[28px] bg-card shadow-[0_24px_80px_rgb(35_38_45/0.28)] outline-none transition-[opacity,translate,scale] duration-200 data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0 md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-4rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-[24px] md:data-ending-style:-translate-y-1/2 md:data-ending-style:scale-98 md:data-starting-style:-translate-y-1/2 md:data-starting-style:scale-98 forced-colors:border'

/** What Dialog shows, loaded with the first one. */
export default function DialogPanel(props: DialogProps) {
  const { open, onClose, title, description, children, actions, wide, disableOutsideDismiss } = props
  // Views that many visitors share have no nonce: then the library must do without style elements.
  const nonce = useNonce()
  const place = useContext(PageDialogContext)
  const giveBack = useWayBack(open)
  return (
    <CSPProvider nonce={nonce} disableStyleElements={nonce === undefined}>
      <Dialog.Root
        open={open}
        onOpenChange={next => next || onClose()}
        disablePointerDismissal={disableOutsideDismiss ?? false}
      >
        <Dialog.Portal container={place}>
          <Dialog.Backdrop className="fixed inset-0 z-50 bg-ink/45 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup
            className={classNames(popupLook, wide ? 'md:max-w-3xl' : 'md:max-w-lg')}
            finalFocus={giveBack}
            // Escape closes this one alone, not the page's dialog around it too.
            onKeyDown={event => event.key === 'Escape' && event.preventDefault()}
          >
            <Dialog.Title className="pt-6 pr-18 pl-6 text-2xl md:pt-7 md:pl-8">{title}</Dialog.Title>
            <div className="overflow-y-auto overscroll-contain px-6 pt-2 pb-6 md:px-8">
              {description && (
                <Dialog.Description className="text-soft" render={<div />}>
                  {description}
                </Dialog.Description>
              )}
              {children && <div className={classNames(Boolean(description) && 'mt-4')}>{children}</div>}
            </div>
            {actions && (
              <footer className="flex flex-col gap-3 px-6 pb-6 sm:flex-row-reverse md:px-8 md:pb-8">
                {actions}
              </footer>
            )}
            {/* Last, so that the first stop is what the dialog is about. */}
            <Dialog.Close
              aria-label={m.ui_close()}
              className="absolute top-4 right-4 flex size-11 items-center justify-center rounded-pill hover:bg-ink/6 md:top-5 md:right-5"
            >
              <CloseIcon />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** Where the focus goes on closing: to what opened it, or, when that is gone by what was done, to what it stood in. */
function useWayBack(open: boolean): () => HTMLElement | null {
  const before = useRef<{ opener: Element | null; around: HTMLElement | null }>(null)
  useLayoutEffect(() => {
    if (!open) return
    const opener = document.activeElement
    const around = opener?.closest<HTMLElement>('[role=dialog], dialog') ?? document.getElementById('main')
    before.current = { opener, around }
  }, [open])
  return () => {
    const { opener, around } = before.current ?? {}
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
    return isThere ? opener : (around ?? null)
  }
}
