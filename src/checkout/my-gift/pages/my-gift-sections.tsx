import { Form } from 'react-router'
import type { ReplyOf } from '../../../base/endpoint.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { maxGiftMessageLength, maxGiverNameLength } from '../../hand-off/giver-rules.ts'
import { GiverVisibilityField } from '../../hand-off/pages/giver-visibility-field.tsx'
import type { showMyGift } from '../contract.ts'

type MyGift = ReplyOf<typeof showMyGift>

/** What was given, with its amounts. */
export function MyGiftLines({ gift, language }: { gift: MyGift; language: Language }) {
  const amountTexts = { contribution: m.cart_contribution, gift_card: m.cart_card }
  return (
    <ul className="mt-6 divide-y divide-line border-line border-y">
      {gift.lines.map(line => (
        <li key={line.id} className="flex items-center gap-4 py-4">
          <ProductTile image={line.image} tile={line.tile} className="w-20 shrink-0" eager />
          <p className="flex-1 font-semibold">
            {line.name}
            <span className="block font-normal text-sm text-soft">
              {line.kind === 'units' ? m.common_units_count({ count: line.units }) : amountTexts[line.kind]()}
            </span>
          </p>
          <p className="font-semibold tabular-nums">{formatEuro(line.amount, language)}</p>
        </li>
      ))}
    </ul>
  )
}

interface SectionProps {
  gift: MyGift
  refused: PageError | undefined
}

/** The giver's name, visibility and messages, which they may change at any time (R516). */
export function GiverDetailsForm({ gift, refused }: SectionProps) {
  const hosts = { hosts: gift.host_kind ?? ('hosts' as const) }
  return (
    <Form aria-label={m.common_save()} method="post" className="mt-10 grid gap-5" noValidate>
      <h2 className="text-2xl">{m.my_gift_details_title(hosts)}</h2>
      <input type="hidden" name="giver_name_before" value={gift.giver_name} />
      <TextField
        name="giver_name"
        label={m.checkout_name_label()}
        autoComplete="name"
        maxLength={maxGiverNameLength}
        defaultValue={gift.giver_name}
        error={refused?.fields.giver_name}
      />
      <GiverVisibilityField chosen={gift.visibility} />
      <TextArea
        name="message"
        label={m.checkout_message_label(hosts)}
        help={m.checkout_message_help()}
        maxCharacters={maxGiftMessageLength}
        rows={4}
        optional
        defaultValue={gift.message}
        error={refused?.fields.message}
      />
      {gift.has_own_messages &&
        gift.lines.map(line => (
          <TextArea
            key={line.id}
            name={`message-${line.id}`}
            label={m.my_gift_line_message_label({ name: line.name })}
            maxCharacters={maxGiftMessageLength}
            rows={2}
            optional
            defaultValue={line.message}
          />
        ))}
      <Button type="submit" className="justify-self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}
