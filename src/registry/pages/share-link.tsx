import { useEffect, useId, useRef, useState } from 'react'
import { formatCode } from '../../base/fields.ts'
import { canonicalAddress, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { trackEvent } from '../../ui/browser/analytics.ts'
import { copyText } from '../../ui/browser/copy-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { controlClasses } from '../../ui/form/field.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useLanguage, useSite } from '../../ui/page/site-data.ts'

/** The registry's address to copy, its code, and a link to other ways of sharing. */
export function ShareLink({ id }: { id: string }) {
  const url = `${useSite()?.url ?? ''}${canonicalAddress(paths.registry(id), useLanguage())}`
  return (
    <div className="flex flex-col gap-3">
      <CopyLinkField url={url} quiet />
      <p className="text-soft">
        {m.registry_share_code()}{' '}
        <span className="whitespace-nowrap font-semibold text-ink tabular-nums">{formatCode(id)}</span>
      </p>
      <p>
        <Link to={paths.shareRegistry(id)} variant="strong" className="reach">
          {m.registry_share_all()}
        </Link>
      </p>
    </div>
  )
}

/** An address to copy or share. It is selected too, for copying by hand where the clipboard is not allowed. */
export function CopyLinkField(props: {
  url: string
  title?: string
  label?: string
  /** Without emphasis, where copying is not the page's purpose. */
  quiet?: boolean
}) {
  const { url, title, label, quiet = false } = props
  // Unique, because a dialog may show the field above a page that has it too.
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    field.current?.focus()
    field.current?.select()
    trackEvent('registry_share', { method: 'copy' })
    setIsCopied(await copyText(url))
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {label ?? m.registry_share_address()}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
          className={`${controlClasses} min-w-0 flex-1 basis-64`}
        />
        <Button kind={quiet ? 'outline' : 'primary'} className="hidden js:inline-flex" onClick={copy}>
          {isCopied ? m.registry_share_copied() : m.registry_share_copy()}
        </Button>
        <NativeShare url={url} title={title} />
      </div>
      <p role="status" className="sr-only">
        {isCopied ? m.registry_share_copied() : ''}
      </p>
    </div>
  )
}

function NativeShare({ url, title }: { url: string; title: string | undefined }) {
  const [isAvailable, setIsAvailable] = useState(false)
  useEffect(() => setIsAvailable(typeof navigator.share === 'function'), [])
  if (!isAvailable) return null
  const share = () => {
    trackEvent('registry_share', { method: 'device' })
    // Rejected when the person closes the share sheet.
    navigator.share({ url, ...(title && { title }) }).catch(() => {})
  }
  return (
    <Button kind="outline" onClick={share}>
      {m.registry_share_more()}
    </Button>
  )
}
