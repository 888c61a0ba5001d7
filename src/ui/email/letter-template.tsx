import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { CSSProperties, ReactNode } from 'react'
import { coverOf } from '../../base/covers.ts'
import { withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type {
  Block,
  EmailContext,
  LetterContent,
  LetterLook,
  LetterPicture,
  WrittenLetter,
} from './letter.ts'
import {
  colours,
  darkCss,
  GiftCard,
  Good,
  headingFont,
  inOrder,
  LetterRows,
  Quote,
  Steps,
  Tally,
  textFont,
  withBreaks,
} from './letter-parts.tsx'

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
      padding: look.frame ? '28px 20px 14px' : '32px 28px 16px',
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
    <Section className={look ? undefined : 'l-sheet'} style={styles.sheet}>
      {content.picture && <Arch {...content.picture} align={look?.text_align} site={context.site} />}
      <Heading as="h1" style={styles.title}>
        {title}
      </Heading>
      {inOrder(blocks.map(block => block && drawBlock(block, styles, context)))}
    </Section>
  )
  const framed = look?.frame ? (
    <Section
      style={{
        backgroundColor: look.background_color,
        borderRadius: styles.sheet.borderRadius,
        padding: '9px',
      }}
    >
      <Section style={{ border: `1px solid ${look.frame}` }}>{sheet}</Section>
    </Section>
  ) : (
    sheet
  )
  return (
    <Html lang={context.language} dir="ltr">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkCss}</style>
      </Head>
      <Preview>{content.preview ?? firstText(blocks) ?? title}</Preview>
      <Body className="l-page" style={{ backgroundColor: colours.paper, margin: 0 }}>
        {/* The body's own cell has its colour within itself, where the style for the night does not reach. */}
        <Section className="l-page" style={styles.body}>
          <Container style={styles.page}>
            {look ? (
              <Framed picture={look.picture && context.site.url + look.picture}>{framed}</Framed>
            ) : (
              <>
                <Masthead {...context.site} />
                {sheet}
              </>
            )}
            {content.footnote && <Footnote style={{ margin: '0 0 12px' }} text={content.footnote} />}
            {smallPrint ? <SmallPrint {...smallPrint} context={context} /> : <Help context={context} />}
          </Container>
        </Section>
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
  if ('quote' in block) return <Quote {...block} />
  if ('rows' in block) return <LetterRows rows={block.rows} />
  if ('goods' in block) return inOrder(block.goods.map(good => <Good key={good.label} {...good} />))
  if ('tally' in block) return <Tally tally={block.tally} />
  if ('steps' in block) return <Steps steps={block.steps} />
  if ('card' in block) return <GiftCard {...block.card} />
  if ('button' in block)
    return (
      <Button href={addressOf(block.button.path, context)} style={styles.button}>
        {block.button.label}
      </Button>
    )
  return (
    <Text style={{ ...styles.text, fontSize: '16px' }}>
      <Link
        href={addressOf(block.link.path, context)}
        {...(styles === ourStyles && { className: 'l-link' })}
        style={styles.link}
      >
        {block.link.label}
      </Link>
    </Text>
  )
}

const addressOf = (path: string, { site, language }: EmailContext) => site.url + withLanguage(path, language)

/** The name of the site, with its mark where it is ours. */
function Masthead({ name, url, hasMark }: EmailContext['site']) {
  return (
    <Text
      className="l-link"
      style={{ fontFamily: headingFont, fontSize: '20px', color: colours.pomegranate, margin: 0 }}
    >
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

/** An arch, or a rectangle where a mail program knows no round corners. The photo is square, a cover is not. */
function Arch(
  props: LetterPicture & { align: LetterLook['text_align'] | undefined; site: EmailContext['site'] },
) {
  const { photo, cover, hosts, align = 'left', site } = props
  if (!photo && !cover) return null
  const side = (edge: 'left' | 'right') => (align === edge ? '0' : 'auto')
  const style = {
    borderRadius: '66px 66px 12px 12px',
    display: 'block',
    fontSize: '14px',
    objectFit: 'cover' as const,
    margin: `0 ${side('right')} 18px ${side('left')}`,
  }
  return photo ? (
    <img src={site.url + photo} width={132} height={132} alt={hosts} style={style} />
  ) : (
    <img src={site.url + coverOf(cover ?? '')} width={120} height={140} alt="" style={style} />
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

function Footnote({ style, text, children }: { style: CSSProperties; text: string; children?: ReactNode }) {
  return (
    <Text className="l-soft" style={{ fontSize: '14px', color: colours.soft, ...style }}>
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
    <Link
      className={colour === colours.soft ? 'l-soft' : 'l-link'}
      href={href}
      style={{ color: colour, textDecoration: 'underline' }}
    >
      {label}
    </Link>
  )
}
