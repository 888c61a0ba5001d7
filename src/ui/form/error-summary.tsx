import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { linkClasses } from '../page/link.tsx'
import { errorReferenceText, type PageError, withErrorReference } from '../page/page-errors.ts'
import { Notice } from '../text/facts.tsx'
import { fieldId } from './field.tsx'

interface ErrorSummaryProps {
  /** Sentences by field name; `form` is for errors of no single field. */
  errors: Record<string, string>
  /** Labels of fields that their sentence does not name. */
  labels?: Record<string, string>
  /** Rises with each submit that has errors, so that the summary takes the focus again. */
  submitCount?: number
  /** Whether it is shown above the form; by default where several fields are wrong. */
  isListed?: boolean
}

/**
 * The errors of a form, each a link to its field; takes the focus when it appears. One wrong field alone has the focus and
 * the sentence itself; only where no script can lead there it is listed, too (R816).
 */
export function ErrorSummary(props: ErrorSummaryProps) {
  const { errors, labels = {}, submitCount = 0 } = props
  const summary = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors)
  const [hiddenField, setHiddenField] = useState<string | null>(null)
  const { isListed = entries.length > 1 || 'form' in errors } = props
  const isShown = entries.length > 0
  const field = isListed ? null : (entries[0]?.[0] ?? null)
  const isInView = isListed || field === hiddenField
  const moveFocus = useEffectEvent(() => {
    const target = isInView ? summary.current : document.getElementById(fieldId(field ?? ''))
    target?.focus()
    // A field that is not shown can't say what is wrong with it.
    if (!isInView && document.activeElement !== target) setHiddenField(field)
  })
  useEffect(() => {
    if (isShown && submitCount >= 0) moveFocus()
  }, [isShown, submitCount])
  if (!isShown) return null
  const list = (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className="rounded-tile border border-pomegranate bg-rose/40 px-5 py-4"
    >
      <p className="font-semibold">{m.ui_form_errors({ count: entries.length })}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {entries.map(([name, sentence]) => (
          <li key={name}>
            {name === 'form' ? (
              sentence
            ) : (
              <a href={`#${fieldId(name)}`} className={`inline-block ${linkClasses.text}`}>
                {labels[name] ? `${labels[name]}: ${sentence}` : sentence}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
  return isInView ? list : <noscript>{list}</noscript>
}

/** The alert above a form that was refused; wrong fields alone have sentences of their own. */
export function FormErrorNotice({ refused }: { refused: PageError | undefined | null }) {
  if (!refused) return null
  const { sentence, body } = refused.detail
  if (Object.keys(refused.fields).length > 0 && !body) return null
  return (
    <Notice tone="alert" title={typeof sentence === 'string' ? sentence : m.refused_unexpected()}>
      {typeof body === 'string' ? withErrorReference(body, refused) : errorReferenceText(refused)}
    </Notice>
  )
}
