import { Hr } from '@react-email/hr'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement, Fragment, type ReactNode } from 'react'
import type { LetterCard, LetterRow } from './letter.ts'

export const colours = {
  paper: '#fbf7f0',
  card: '#fffdf9',
  line: '#e6dccb',
  ink: '#23262d',
  soft: '#5f6068',
  pomegranate: '#a3233a',
  gold: '#fbeac2',
}
export const headingFont = "'Literata', Georgia, 'Times New Roman', serif"
export const textFont = "'Commissioner', 'Segoe UI', Helvetica, Arial, sans-serif"

/** Our own look at night, for mail programs that ask for it; a design of hosts stays as they chose it. */
export const darkCss = `@media (prefers-color-scheme:dark){${[
  '.l-page{background-color:#1c1d21!important;color:#f1ebe0!important}',
  '.l-sheet{background-color:#27282d!important;border-color:#3d3e45!important}',
  '.l-line{border-color:#4a4b53!important}',
  '.l-soft{color:#b9b5ad!important}',
  '.l-link{color:#f2a5b1!important}',
].join('')}}`

/** Parts of a letter in a fixed order, which need no React keys. */
export const inOrder = (parts: ReactNode[]) => createElement(Fragment, null, ...parts)

const lineBreak = <br />

/** The lines of a text, also in a letter's plain text, where those of `white-space` would be lost. */
export function withBreaks(text: string): ReactNode {
  return inOrder(text.split('\n').flatMap((line, index) => (index > 0 ? [lineBreak, line] : line)))
}

/** Quotes of at most this length are set in large type. */
const maxLargeWords = 160

/** What a person wrote, and who. */
export function Quote({ quote, by }: { quote: string; by?: string | undefined }) {
  const size = quote.length <= maxLargeWords ? '24px' : '18px'
  return (
    <Section className="l-line" style={{ borderLeft: `3px solid ${colours.line}`, margin: '0 0 20px' }}>
      <Text
        style={{ fontFamily: headingFont, fontSize: size, lineHeight: 1.4, margin: 0, paddingLeft: '16px' }}
      >
        {withBreaks(quote)}
      </Text>
      {by && <Text style={{ fontSize: '16px', margin: '8px 0 0', paddingLeft: '16px' }}>{by}</Text>}
    </Section>
  )
}

export function Good({ label, value, picture }: LetterRow) {
  const text = { fontSize: '16px', lineHeight: 1.4, margin: 0 }
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 16px' }}>
      <tbody>
        <tr>
          {picture && (
            <td style={{ paddingRight: '16px', width: '96px' }}>
              <img
                src={picture}
                width={96}
                height={96}
                alt={label}
                style={{ borderRadius: '12px', display: 'block', fontSize: '12px', objectFit: 'cover' }}
              />
            </td>
          )}
          <td>
            <Text style={{ ...text, fontWeight: 600 }}>{label}</Text>
            <Text className="l-soft" style={{ ...text, color: colours.soft, fontSize: '14px' }}>
              {value}
            </Text>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

export function LetterRows({ rows }: { rows: [label: string, value: string][] }) {
  return (
    <Section style={{ margin: '0 0 18px' }}>
      {rows.map(([label, value], index) => (
        <Section key={`${label} ${value}`}>
          {index > 0 && <Hr className="l-line" style={{ borderColor: colours.line, margin: 0 }} />}
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

/** Large figures with what they count below, between lines. */
export function Tally({ tally }: { tally: [figure: string, label: string][] }) {
  return (
    <Section style={{ margin: '4px 0 20px' }}>
      {tally.map(([figure, label]) => (
        <Section key={label} className="l-line" style={{ borderTop: `1px solid ${colours.line}` }}>
          <Text style={{ fontFamily: headingFont, fontSize: '24px', lineHeight: 1.3, margin: '12px 0 2px' }}>
            {figure}
          </Text>
          {label && (
            <Text className="l-soft" style={{ color: colours.soft, fontSize: '16px', margin: '0 0 12px' }}>
              {label}
            </Text>
          )}
        </Section>
      ))}
    </Section>
  )
}

export function Steps({ steps }: { steps: string[] }) {
  return (
    <ol style={{ fontSize: '16px', lineHeight: 1.55, margin: '0 0 18px', paddingLeft: '22px' }}>
      {steps.map(step => (
        <li key={step} style={{ margin: '0 0 8px' }}>
          {step}
        </li>
      ))}
    </ol>
  )
}

export function GiftCard({ name, amount, label, code, until }: LetterCard) {
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
      <Text
        style={{
          color: colours.ink,
          fontFamily: headingFont,
          fontSize: '40px',
          lineHeight: 1.2,
          margin: '4px 0 12px',
        }}
      >
        {amount}
      </Text>
      <Text style={small}>{label}</Text>
      <Text
        style={{
          color: colours.ink,
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
