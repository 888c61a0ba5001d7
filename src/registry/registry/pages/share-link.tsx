import { useEffect, useRef, useState } from 'react'
import { writeCode } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { trackEvent } from '../../../ui/browser/analytics.ts'
import { Button } from '../../../ui/form/button.tsx'
import { controlClasses } from '../../../ui/form/field.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage, useSite } from '../../../ui/page/site-data.ts'

/** The registry's address to copy, its code to read out, and the way to all other ways of sharing. */
export function ShareLink({ id }: { id: string }) {
  const url = `${useSite()?.url ?? ''}${withLanguage(paths.registry(id), useLanguage())}`
  return (
    <div className="flex flex-col gap-3">
      <CopyLinkField url={url} quiet />
      <p className="text-soft">
        {m.registry_share_code()}{' '}
        <span className="whitespace-nowrap font-semibold text-ink tabular-nums">{writeCode(id)}</span>
      </p>
      <p>
        <Link to={paths.shareRegistry(id)} variant="weight">
          {m.registry_share_all()}
        </Link>
      </p>
    </div>
  )
}

/** An address to copy (without clipboard permission it stands selected) or to hand to the device's own sharing. */
export function CopyLinkField(props: {
  url: string
  title?: string
  label?: string
  /** Beside another thing to do: copying is not what the view is for. */
  quiet?: boolean
}) {
  const { url, title, label, quiet = false } = props
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.focus()
    field.current?.select()
    trackEvent('registry_share', { method: 'copy' })
    setCopied(await copyText(url))
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor="share-address" className="font-semibold">
        {label ?? m.registry_share_address()}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id="share-address"
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
          className={`${controlClasses} min-w-0 flex-1 basis-64`}
        />
        <Button kind={quiet ? 'outline' : 'primary'} className="hidden js:inline-flex" onClick={copy}>
          {copied ? m.registry_share_copied() : m.registry_share_copy()}
        </Button>
        <NativeShare url={url} title={title} />
      </div>
      <p role="status" className="sr-only">
        {copied ? m.registry_share_copied() : ''}
      </p>
    </div>
  )
}

/** By the clipboard where it is allowed, else the old way out of the selected field; whether it was copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return document.execCommand('copy')
  }
}

/** The device's own sheet of programs and people, where it has one. */
function NativeShare({ url, title }: { url: string; title: string | undefined }) {
  const [able, setAble] = useState(false)
  useEffect(() => setAble(typeof navigator.share === 'function'), [])
  if (!able) return null
  const share = () => {
    trackEvent('registry_share', { method: 'device' })
    navigator.share({ url, ...(title && { title }) }).catch(() => {})
  }
  return (
    <Button kind="outline" onClick={share}>
      {m.registry_share_more()}
    </Button>
  )
}
