import { useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { copyText } from '../../ui/browser/copy-text.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useSite } from '../../ui/page/site-data.ts'

/** Shows the recovery codes, which can't be shown again, to save, copy and print. `next` is the link to go on. */
export function RecoveryCodes({ codes, next }: { codes: string[]; next: { to: string; label: string } }) {
  const site = useSite()?.name ?? ''
  const text = `${site}: ${m.account_factor_codes()}\n\n${codes.join('\n')}\n`
  return (
    <Page title={m.account_factor_codes()} lead={m.account_factor_codes_lead()} width="form">
      <ul className="grid gap-x-6 gap-y-1 rounded-tile border border-line bg-card p-4 sm:grid-cols-2">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={`inline-flex min-h-11 items-center ${linkClasses.strong}`}
        >
          {m.account_factor_codes_download()}
        </a>
        <CopyButton text={codes.join('\n')} />
        <Button kind="outline" size="small" className="hidden js:inline-flex" onClick={() => window.print()}>
          {m.ui_print()}
        </Button>
      </div>
      <ButtonLink to={next.to} size="large" className="mt-8 print:hidden">
        {next.label}
      </ButtonLink>
    </Page>
  )
}

/** Selects the codes too, so that they can be copied by hand where the clipboard is not allowed. */
function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const copy = async () => {
    area.current?.select()
    setIsCopied(await copyText(text))
  }
  return (
    <>
      <textarea ref={area} readOnly tabIndex={-1} aria-hidden="true" className="sr-only" value={text} />
      <Button kind="outline" size="small" className="hidden js:inline-flex" onClick={copy}>
        {isCopied ? m.account_factor_codes_copied() : m.account_factor_codes_copy()}
      </Button>
      <p role="status" className="sr-only">
        {isCopied ? m.account_factor_codes_copied() : ''}
      </p>
    </>
  )
}
