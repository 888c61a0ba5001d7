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
import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import { coverOf } from '../../base/covers.ts'
import { withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type {
  Block,
  EmailContext,
  LetterCard,
  LetterContent,
  LetterLook,
  LetterRow,
  WrittenLetter,
} from './letter.ts'

const colours = {
  paper: '#fbf7f0',
  card: '#fffdf9',
  line: '#e6dccb',
  ink: '#23262d',
  soft: '#5f6068',
  pomegranate: '#a3233a',
  gold: '#fbeac2',
}
const headingFont = "'Literata', Georgia, 'Times New Roman', serif"
const textFont = "'Commissioner', 'Segoe UI', Helvetica, Arial, sans-serif"

/** The styles that a host's design replaces. */
type LetterStyles = Record<'body' | 'page' | 'sheet' | 'title' | 'text' | 'button' | 'link', CSSProperties>

const ourStyles: LetterStyles = {
  body: { backgroundColor: colours.paper, color: colours.ink, fontFamily: textFont, margin: 0 },
  page: { maxWidth: '560px', padding: '32px 20px' },
  sheet: {
    backgroundColor: colours.card,
    border: `1px solid ${colours.line}`,
    borderRadius: '18px',
    margin: '16px 0',
    padding: '28px',
  },
  title: { fontFamily: headingFont, fontSize: '27px', lineHeight: 1.25, margin: '0 0 16px' },
  text: { fontSize: '16px', lineHeight: 1.6, margin: '0 0 14px' },
  button: {
    backgroundColor: colours.pomegranate,
    borderRadius: '999px',
    color: colours.card,
    fontSize: '16px',
    fontWeight: 600,
    margin: '4px 0 14px',
    padding: '13px 24px',
  },
  link: { color: colours.pomegranate, textDecoration: 'underline' },
}

function stylesOf(look: LetterLook): LetterStyles {
  const written = { fontFamily: look.font, textAlign: look.text_align, color: look.text_color }
  const text = { ...written, fontSize: `${look.font_size}px`, lineHeight: 1.55, margin: '0 0 16px' }
  return {
    body: { backgroundColor: colours.paper, margin: 0 },
    page: { maxWidth: '600px', padding: '24px 12px' },
    sheet: {
      ...written,
      backgroundColor: look.background_color,
      borderRadius: look.picture ? '12px' : '17px',
      padding: '32px 28px 16px',
    },
    title: {
      ...text,
      fontSize: `${look.font_size + 12}px`,
      fontWeight: 400,
      lineHeight: 1.25,
      margin: '0 0 14px',
    },
    text,
    button: {
      backgroundColor: look.text_color,
      borderRadius: '999px',
      color: look.background_color,
      fontFamily: look.font,
      fontSize: '16px',
      margin: '6px 0 16px',
      padding: '13px 26px',
    },
    link: { color: look.text_color, textDecoration: 'underline' },
  }
}

/** The HTML of every letter, whole without its pictures, which are decorative (R713). */
export function LetterTemplate({ content, context }: { content: WrittenLetter; context: EmailContext }) {
  const { title, look, blocks, smallPrint } = content
  const styles = look ? stylesOf(look) : ourStyles
  const sheet = (
    <Section style={styles.sheet}>
      {content.cover && <Cover src={context.site.url + coverOf(content.cover)} />}
      <Heading as="h1" style={styles.title}>
        {title}
      </Heading>
      {inOrder(blocks.map(block => block && drawBlock(block, styles, context)))}
    </Section>
  )
  return (
    <Html lang={context.language} dir="ltr">
      <Head>
        <title>{title}</title>
      </Head>
      <Preview>{content.preview ?? firstText(blocks) ?? title}</Preview>
      <Body style={styles.body}>
        <Container style={styles.page}>
          {look ? (
            <Framed picture={look.picture && context.site.url + look.picture}>{sheet}</Framed>
          ) : (
            <>
              <Masthead {...context.site} />
              {sheet}
            </>
          )}
          {smallPrint ? <SmallPrint {...smallPrint} context={context} /> : <Help context={context} />}
        </Container>
      </Body>
    </Html>
  )
}

/** What mail programs show beside the subject. */
function firstText(blocks: Block[]): string | undefined {
  const texts = blocks.map(block =>
    block && typeof block === 'object' ? 'quote' in block && block.quote : block,
  )
  return texts.find(text => typeof text === 'string' && text !== '') || undefined
}

function drawBlock(
  block: Exclude<Block, false | null | undefined>,
  styles: LetterStyles,
  context: EmailContext,
) {
  if (typeof block === 'string') return <Text style={styles.text}>{withBreaks(block)}</Text>
  if ('strong' in block)
    return (
      <Text style={styles.text}>
        <strong>{block.strong}</strong>
      </Text>
    )
  if ('quote' in block) return <Text style={quoteStyle}>{withBreaks(block.quote)}</Text>
  if ('rows' in block) return <Rows rows={block.rows} />
  if ('goods' in block) return inOrder(block.goods.map(drawGood))
  if ('card' in block) return <GiftCard {...block.card} />
  if ('button' in block)
    return (
      <Button href={addressOf(block.button.path, context)} style={styles.button}>
        {block.button.label}
      </Button>
    )
  return (
    <Text style={{ ...styles.text, fontSize: '16px' }}>
      <Link href={addressOf(block.link.path, context)} style={styles.link}>
        {block.link.label}
      </Link>
    </Text>
  )
}

const addressOf = (path: string, { site, language }: EmailContext) => site.url + withLanguage(path, language)

/** What stands in a letter in a fixed order, so that nothing needs a key. */
const inOrder = (parts: ReactNode[]) => createElement(Fragment, null, ...parts)

const lineBreak = <br />

/** The lines of a text, also in a letter's plain text, where those of `white-space` would be lost. */
function withBreaks(text: string): ReactNode {
  return inOrder(text.split('\n').flatMap((line, index) => (index > 0 ? [lineBreak, line] : line)))
}

const quoteStyle = {
  borderLeft: `3px solid ${colours.line}`,
  fontFamily: headingFont,
  fontSize: '18px',
  lineHeight: 1.5,
  margin: '0 0 18px',
  paddingLeft: '14px',
}

/** The name of the site, with its mark where it is ours. */
function Masthead({ name, url, hasMark }: EmailContext['site']) {
  return (
    <Text style={{ fontFamily: headingFont, fontSize: '20px', color: colours.pomegranate, margin: 0 }}>
      {hasMark && (
        <img
          src={`${url}/icon-192.png`}
          width={32}
          height={32}
          alt=""
          style={{ marginRight: '6px', verticalAlign: 'middle' }}
        />
      )}
      {name}
    </Text>
  )
}

/** An arch, or a rectangle where a mail program knows no round corners. */
function Cover({ src }: { src: string }) {
  const arch = { borderRadius: '60px 60px 10px 10px', display: 'block', margin: '0 0 18px' }
  return <img src={src} width={120} height={140} alt="" style={{ ...arch, objectFit: 'cover' }} />
}

function drawGood({ label, value, picture }: LetterRow) {
  const text = { fontSize: '16px', lineHeight: 1.4, margin: 0 }
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 14px' }}>
      <tbody>
        <tr>
          {picture && (
            <td style={{ paddingRight: '14px', width: '72px' }}>
              <img
                src={picture}
                width={72}
                height={72}
                alt=""
                style={{ borderRadius: '12px', display: 'block', objectFit: 'cover' }}
              />
            </td>
          )}
          <td>
            <Text style={text}>{label}</Text>
            <Text style={{ ...text, fontWeight: 600 }}>{value}</Text>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Rows({ rows }: { rows: [label: string, value: string][] }) {
  return (
    <Section style={{ margin: '0 0 18px' }}>
      {rows.map(([label, value], index) => (
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

function GiftCard({ name, amount, label, code, until }: LetterCard) {
  const small = { fontSize: '14px', color: colours.ink, margin: 0 }
  return (
    <Section
      style={{
        backgroundColor: colours.gold,
        border: `2px solid ${colours.pomegranate}`,
        borderRadius: '18px',
        margin: '8px 0 22px',
        padding: '22px 18px',
      }}
    >
      <Text style={small}>{name}</Text>
      <Text style={{ fontFamily: headingFont, fontSize: '40px', lineHeight: 1.2, margin: '4px 0 12px' }}>
        {amount}
      </Text>
      <Text style={small}>{label}</Text>
      <Text
        style={{
          fontFamily: "'Courier New', Courier, monospace",
          // Small enough for one line on a phone, so that the code can be copied at once.
          fontSize: '20px',
          fontWeight: 700,
          lineHeight: 1.3,
          margin: '2px 0 12px',
        }}
      >
        {code}
      </Text>
      <Text style={small}>{until}</Text>
    </Section>
  )
}

/** The frame of a host's design: their picture, or a line. */
function Framed({ picture, children }: { picture: string; children: ReactNode }) {
  const background: CSSProperties = {
    backgroundImage: `url('${picture}')`,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
    padding: '36px 28px',
  }
  return (
    <Section
      {...(picture && { background: picture })}
      style={{ borderRadius: '18px', border: `1px solid ${colours.line}`, ...(picture && background) }}
    >
      {children}
    </Section>
  )
}

function SmallPrint({
  text,
  link,
  context,
}: NonNullable<LetterContent['smallPrint']> & { context: EmailContext }) {
  const plainFont = "'Segoe UI', Helvetica, Arial, sans-serif"
  return (
    <Footnote style={{ fontFamily: plainFont, lineHeight: 1.5, margin: '18px 16px 0' }} text={text}>
      {link && <FootLink href={addressOf(link.path, context)} label={link.label} colour={colours.soft} />}
    </Footnote>
  )
}

function Help({ context: { language, site, workLists } }: { context: EmailContext }) {
  const locale = { locale: language }
  return (
    <>
      {workLists && (
        <Footnote style={{ margin: '0 0 8px' }} text={m.email_staff_work({}, locale)}>
          <FootLink href={workLists} label={workLists} />
        </Footnote>
      )}
      <Footnote style={{ margin: 0 }} text={m.email_help({}, locale)}>
        <FootLink href={`mailto:${site.supportEmail}`} label={site.supportEmail} />
      </Footnote>
    </>
  )
}

function Footnote({ style, text, children }: { style: CSSProperties; text: string; children: ReactNode }) {
  return (
    <Text style={{ fontSize: '14px', color: colours.soft, ...style }}>
      {text} {children}
    </Text>
  )
}

function FootLink({
  href,
  label,
  colour = colours.pomegranate,
}: {
  href: string
  label: string
  colour?: string
}) {
  return (
    <Link href={href} style={{ color: colour, textDecoration: 'underline' }}>
      {label}
    </Link>
  )
}
