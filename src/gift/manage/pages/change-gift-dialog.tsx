import { Form, useNavigation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { registryErrorMessage } from '../../../registry/registry/pages/error-messages.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { QuantityField } from '../../../ui/form/number-fields.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { changeGift, type GiftView, maxGiftNoteLength, maxGiftQuantity } from '../../gift/contract.ts'
import { giftCardType } from '../../gift/rules.ts'
import { giftErrorMessages } from './gift-error-messages.ts'

/** A refused try, with what was typed. */
export type RejectedGiftForm = Pick<PageError, 'code' | 'fields'> & { values: Record<string, string> }

interface DialogProps {
  gift: GiftView
  place: { now: number; of: number }
  /** Its hosts want to be surprised: then only what tells nothing can be changed. */
  isSecret: boolean
  back: string
  answer: RejectedGiftForm | undefined
}

/** Quantity, place, group switch, mark and note of a gift; what is locked says why (product.md 14). */
export function ChangeGiftDialog({ gift, place, isSecret, back, answer }: DialogProps) {
  const { error, props, summary } = useValidatedForm({
    schema: changeGift.input,
    messages: giftErrorMessages,
    fieldErrors: answer?.fields,
  })
  const busy = useNavigation().state === 'submitting'
  const isCard = gift.type === giftCardType
  const covered = gift.how_many_sale + gift.held_units
  const isTouched = covered + gift.collected + gift.held > 0
  const isGiven = gift.how_many_sale + gift.collected > 0
  return (
    <PageDialog labelledBy="change-title" back={back}>
      <Form method="post" {...props} className="flex flex-col gap-6" preventScrollReset>
        <h2 id="change-title" className="pr-12 text-2xl">
          {gift.name}
        </h2>
        <ErrorSummary {...summary} />
        {answer && Object.keys(answer.fields).length === 0 && (
          <Notice tone="alert">{registryErrorMessage(answer.code)}</Notice>
        )}
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="gift_id" value={gift.id} />
        {!gift.is_group_gifting && !isCard && (
          <QuantityField
            label={m.gift_quantity_label()}
            name="quantity"
            min={isSecret ? gift.quantity : Math.max(1, covered)}
            max={maxGiftQuantity}
            defaultValue={answer?.values.quantity ?? gift.quantity}
            help={quantityHelp(covered, isSecret)}
            error={error('quantity')}
          />
        )}
        {isCard ? (
          <p className="text-soft">{m.gift_card_wished()}</p>
        ) : isSecret || isTouched ? (
          <p className="text-sm text-soft">
            {isSecret ? m.gift_secret_group() : isGiven ? m.gift_group_locked() : m.gift_group_held()}
          </p>
        ) : (
          <>
            <input type="hidden" name="is_group_gifting" value="0" />
            <Checkbox
              label={m.gift_group_label()}
              help={m.gift_group_help()}
              name="is_group_gifting"
              defaultChecked={gift.is_group_gifting}
              error={error('is_group_gifting')}
            />
          </>
        )}
        <input type="hidden" name="must_have" value="0" />
        <Checkbox label={m.gift_must_label()} name="must_have" defaultChecked={gift.must_have} />
        <TextArea
          label={m.gift_note_label()}
          name="note"
          optional
          rows={2}
          most={maxGiftNoteLength}
          help={m.gift_note_help()}
          defaultValue={answer?.values.note ?? gift.note ?? ''}
          error={error('note')}
        />
        {place.of > 1 && (
          <>
            <input type="hidden" name="now" value={place.now} />
            <QuantityField
              label={m.gift_place_label()}
              name="place"
              min={1}
              max={place.of}
              defaultValue={answer?.values.place ?? place.now}
              help={m.gift_place_help({ of: place.of })}
              error={error('place')}
            />
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {m.gift_save()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </PageDialog>
  )
}

function quantityHelp(covered: number, isSecret: boolean): string | undefined {
  if (isSecret) return m.gift_secret_quantity()
  return covered > 0 ? m.gift_covered_help({ count: covered }) : undefined
}
