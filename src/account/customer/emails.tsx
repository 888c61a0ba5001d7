import type { Language } from '../../base/language.ts'
import {
  EmailButton,
  type EmailContent,
  type EmailContext,
  EmailLayout,
  EmailText,
} from '../../ui/email/email-layout.tsx'

interface AccountEmail {
  subject: string
  /** The heading; the subject by default. */
  title?: string
  paragraphs: string[]
  /** `path` is of our own site. */
  button?: { label: string; path: string }
  /** A paragraph under the button. */
  closing?: string
}

/** An e-mail about an account: some paragraphs, and one thing to do. */
export function renderAccountEmail(
  { subject, title = subject, paragraphs, button, closing }: AccountEmail,
  about: EmailContext,
): EmailContent {
  return {
    subject,
    body: (
      <EmailLayout about={about} title={title} preview={paragraphs[0] ?? subject}>
        {paragraphs.map(text => (
          <EmailText key={text}>{text}</EmailText>
        ))}
        {button && (
          <EmailButton about={about} path={button.path}>
            {button.label}
          </EmailButton>
        )}
        {closing && <EmailText>{closing}</EmailText>}
      </EmailLayout>
    ),
  }
}

/** The option of a message that chooses the reader's language. */
export function localeOf({ language }: EmailContext): { locale: Language } {
  return { locale: language }
}
