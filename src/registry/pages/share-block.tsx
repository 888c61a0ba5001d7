import { useRef, useState } from 'react'
import { writeCode } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { controlLook } from '../../ui/field.tsx'
import { useSite } from '../../ui/site-data.ts'

/** The registry's address to copy, and its code to read out; without clipboard permission the field is selected. */
export function ShareBlock({ id }: { id: string }) {
  const site = useSite()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const url = `${site?.url ?? ''}${paths.registry(id)}`
  const copy = async () => {
    field.current?.focus()
    field.current?.select()
    const done = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setCopied(done ?? false)
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={`share-${id}`} className="font-semibold">
        {m.registry_share_address()}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={`share-${id}`}
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
          className={`${controlLook} min-w-0 flex-1 basis-64`}
        />
        <Button kind="outline" className="hidden js:inline-flex" onClick={copy}>
          {m.registry_share_copy()}
        </Button>
      </div>
      <p className="text-soft">
        {m.registry_share_code()} <span className="font-semibold text-ink tabular-nums">{writeCode(id)}</span>
      </p>
      <p role="status" className="sr-only">
        {copied ? m.registry_share_copied() : ''}
      </p>
    </div>
  )
}
