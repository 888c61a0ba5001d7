import { useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { buttonLook } from '../../ui/button.tsx'

/** The registry's address to pass on: the device's own sharing where there is one, else a field to copy from. */
export function ShareButton({ url, title }: { url: string; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    await navigator.clipboard?.writeText(url).catch(() => {})
    setCopied(true)
  }
  return (
    <details className="group relative">
      <summary className={`${buttonLook({ kind: 'outline' })} cursor-pointer list-none`}>
        {m.registry_share()}
      </summary>
      <div className="absolute end-0 z-20 mt-2 w-80 max-w-[calc(100vw-2.5rem)] rounded-tile border border-line bg-card p-4 shadow-lg max-lg:start-0 max-lg:end-auto">
        <label className="block font-semibold text-sm" htmlFor="share-address">
          {m.registry_share_label()}
        </label>
        <input
          ref={field}
          id="share-address"
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
          className="mt-2 w-full rounded-field border border-line bg-paper px-3 py-2 text-sm"
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className={buttonLook()} onClick={copy}>
            {copied ? m.registry_share_copied() : m.registry_share_copy()}
          </button>
          <NativeShare url={url} title={title} />
        </div>
        <p role="status" className="sr-only">
          {copied ? m.registry_share_copied() : ''}
        </p>
      </div>
    </details>
  )
}

function NativeShare({ url, title }: { url: string; title: string }) {
  const able = typeof navigator !== 'undefined' && typeof navigator.share === 'function'
  return (
    <button
      type="button"
      hidden={!able}
      suppressHydrationWarning
      className={buttonLook({ kind: 'outline' })}
      onClick={() => navigator.share({ url, title }).catch(() => {})}
    >
      {m.registry_share_more()}
    </button>
  )
}
