import { m } from '../../paraglide/messages.js'
import { errorReferenceText, type PageError, withErrorReference } from '../page/page-errors.ts'
import { Notice } from '../text/notice.tsx'

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
