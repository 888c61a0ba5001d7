import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactElement, ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Language } from '../../base/language.ts'
import { withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { propsForSubject } from './subject-words.ts'

/** What every email may say of the site. */
export interface EmailSite {
  name: string
  /** Without a trailing slash. */
  url: string
  supportEmail: string
}

export interface EmailContext {
  language: Language
  site: EmailSite
  /** The address of the work lists, in letters to the staff where the console is on (R941). */
  workLists?: string | undefined
}

/** An email in its reader's language (R713). */
export interface EmailContent {
  subject: string
  body: ReactElement
  /** The path that a POST to unsubscribes from such emails (RFC 8058). */
  unsubscribePath?: string | undefined
}

/** Makes an email from the props stored in the outbox. */
export interface EmailTemplate {
  (props: unknown, about: EmailContext): EmailContent
  propsSchema: z.ZodMiniType
}

/** A template with the schema of its props, by which stored props are parsed before they are rendered. */
export function defineEmailTemplate<S extends z.ZodMiniType>(
  propsSchema: S,
  render: (props: z.output<S>, about: EmailContext) => EmailContent,
): EmailTemplate {
  const write = (props: unknown, about: EmailContext): EmailContent => {
    const content = render(z.parse(propsSchema, props), about)
    // Written a second time, with masked props: no template can forget to mask what it names in its subject.
    return { ...content, subject: render(z.parse(propsSchema, propsForSubject(props)), about).subject }
  }
  return Object.assign(write, { propsSchema })
}

const colours = {
  paper: '#fbf7f0',
  card: '#fffdf9',
  line: '#e6dccb',
  ink: '#23262d',
  soft: '#5f6068',
  pomegranate: '#a3233a',
}
const headingFont = "'Literata', Georgia, 'Times New Roman', serif"
const textFont = "'Commissioner', 'Segoe UI', Helvetica, Arial, sans-serif"

/** The layout of every email; it has no pictures (R713). `preview` is the line that mail programs show beside the subject. */
export function EmailLayout(props: {
  about: EmailContext
  title: string
  preview: string
  children: ReactNode
}) {
  const { about, title, preview, children } = props
  const { site, language } = about
  return (
    <Html lang={language} dir="ltr">
      <Head>
        <title>{title}</title>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: colours.paper, color: colours.ink, fontFamily: textFont, margin: 0 }}>
        <Container style={{ maxWidth: '560px', padding: '32px 20px' }}>
          <Text style={{ fontFamily: headingFont, fontSize: '20px', color: colours.pomegranate, margin: 0 }}>
            {site.name}
          </Text>
          <Section
            style={{
              backgroundColor: colours.card,
              border: `1px solid ${colours.line}`,
              borderRadius: '18px',
              margin: '16px 0',
              padding: '28px',
            }}
          >
            <Heading
              as="h1"
              style={{ fontFamily: headingFont, fontSize: '27px', lineHeight: 1.25, margin: '0 0 16px' }}
            >
              {title}
            </Heading>
            {children}
          </Section>
          <WorkListsLink about={about} />
          <Text style={{ fontSize: '14px', color: colours.soft, margin: 0 }}>
            {m.email_help({}, { locale: language })}{' '}
            <Link
              href={`mailto:${site.supportEmail}`}
              style={{ color: colours.pomegranate, textDecoration: 'underline' }}
            >
              {site.supportEmail}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

/** In letters to the staff where the console is on. */
function WorkListsLink({ about: { workLists, language } }: { about: EmailContext }) {
  if (!workLists) return null
  return (
    <Text style={{ fontSize: '14px', color: colours.soft, margin: '0 0 8px' }}>
      {m.email_staff_work({}, { locale: language })}{' '}
      <Link href={workLists} style={{ color: colours.pomegranate, textDecoration: 'underline' }}>
        {workLists}
      </Link>
    </Text>
  )
}

export function EmailText({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: '16px', lineHeight: 1.6, margin: '0 0 14px' }}>{children}</Text>
}

/** What a person wrote, set apart from our text. */
export function EmailQuote({ children }: { children: ReactNode }) {
  return (
    <Text
      style={{
        borderLeft: `3px solid ${colours.line}`,
        fontFamily: headingFont,
        fontSize: '18px',
        lineHeight: 1.5,
        margin: '0 0 18px',
        paddingLeft: '14px',
        whiteSpace: 'pre-line',
      }}
    >
      {children}
    </Text>
  )
}

/** Rows of a label and a value, such as gifts and their amounts. */
export function EmailRows({ lines }: { lines: { label: string; value: string }[] }) {
  return (
    <Section style={{ margin: '0 0 18px' }}>
      {lines.map(({ label, value }, index) => (
        <Section key={`${label} ${value}`}>
          {index > 0 && <Hr style={{ borderColor: colours.line, margin: 0 }} />}
          <Text style={{ fontSize: '16px', margin: '8px 0' }}>
            {label}&nbsp;·{' '}
            <strong style={value.length < 20 ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }}>
              {value}
            </strong>
          </Text>
        </Section>
      ))}
    </Section>
  )
}

/** The main action; `path` is of this site and gets the reader's language. */
export function EmailButton({
  about,
  path,
  children,
}: {
  about: EmailContext
  path: string
  children: ReactNode
}) {
  return (
    <Button
      href={about.site.url + withLanguage(path, about.language)}
      style={{
        backgroundColor: colours.pomegranate,
        borderRadius: '999px',
        color: colours.card,
        fontSize: '16px',
        fontWeight: 600,
        margin: '4px 0 14px',
        padding: '13px 24px',
      }}
    >
      {children}
    </Button>
  )
}

/** A link beside the main action. */
export function EmailLink({
  about,
  path,
  children,
}: {
  about: EmailContext
  path: string
  children: ReactNode
}) {
  return (
    <Link
      href={about.site.url + withLanguage(path, about.language)}
      style={{ color: colours.pomegranate, textDecoration: 'underline' }}
    >
      {children}
    </Link>
  )
}
