import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { m } from '../paraglide/messages.js'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { CloseIcon } from './icons.tsx'
import { useNonce } from './site-data.ts'

const popupLook =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-[28px] bg-card shadow-[0_24px_80px_rgb(35_38_45/0.28)] outline-none transition-[opacity,translate,scale] duration-200 data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0 md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-4rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-[24px] md:data-ending-style:-translate-y-1/2 md:data-ending-style:scale-98 md:data-starting-style:-translate-y-1/2 md:data-starting-style:scale-98 forced-colors:border'

/** What Dialog shows, loaded with the first one. */
export default function DialogPanel(props: DialogProps) {
  const { open, onClose, title, description, children, actions, wide, firm } = props
  return (
    <CSPProvider nonce={useNonce()}>
      <Dialog.Root
        open={open}
        onOpenChange={next => next || onClose()}
        disablePointerDismissal={firm ?? false}
      >
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-50 bg-ink/45 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup className={classNames(popupLook, wide ? 'md:max-w-3xl' : 'md:max-w-lg')}>
            <header className="flex items-start gap-4 px-6 pt-6 md:px-8 md:pt-7">
              <Dialog.Title className="flex-1 text-2xl">{title}</Dialog.Title>
              <Dialog.Close
                aria-label={m.ui_close()}
                className="-mt-1 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-ink/6"
              >
                <CloseIcon />
              </Dialog.Close>
            </header>
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
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
