import * as z from 'zod/mini'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { Form } from '../../ui/form/form.tsx'
import { QuantityField } from '../../ui/form/number-fields.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../ui/form/validated-form.ts'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { errorText, type PageError } from '../../ui/page/page-errors.ts'
import { Notice } from '../../ui/text/facts.tsx'
import {
  answerChecks,
  answerFields,
  type GiftView,
  maxGiftNoteLength,
  maxGiftQuantity,
} from '../gift.contract.ts'
import { giftCardType } from '../gift.rules.ts'
import { changeGift } from '../manage.contract.ts'
import { answerValues, GiftAnswers } from './gift-answers.tsx'
import { answerLabels, HostModifierFields } from './modifier-fields.tsx'
import { describeQuantityRules } from './product-text.tsx'

export type RejectedGiftForm = Pick<PageError, 'code' | 'fields' | 'detail'> & {
  values: Record<string, string>
}

interface ChangeGiftDialogProps {
  gift: GiftView
  place: number
  giftCount: number
  /** In surprise mode only what reveals nothing about givers can be changed (R222). */
  isSurprise: boolean
  back: string
  rejected: RejectedGiftForm | undefined
}

/** Fields that are locked because money is in say so (R315). */
export function ChangeGiftDialog(props: ChangeGiftDialogProps) {
  const { gift, giftCount, back, rejected } = props
  const asked = changeableModifiers(props)
  const form = useValidatedForm({
    endpoint: changeGift,
    schema: z.extend(changeGift.input, answerFields(asked)).check(...answerChecks(asked)),
    fieldErrors: rejected?.fields,
  })
  const { error } = form
  const busy = useIsSubmitting()
  return (
    <PageDialog labelledBy="change-title" back={back}>
      <Form
        aria-label={m.common_save()}
        method="post"
        {...form.props}
        className="flex flex-col gap-6"
        preventScrollReset
      >
        <h2 id="change-title" className="pr-12 text-2xl">
          {gift.name}
        </h2>
        <ErrorSummary {...form.summary} labels={answerLabels(asked)} />
        {rejected && Object.keys(rejected.fields).length === 0 && (
          <Notice tone="alert">{errorText(rejected)}</Notice>
        )}
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="gift_id" value={gift.id} />
        <QuantityAndGroupFields {...props} error={error} />
        <AnswerFields {...props} error={error} />
        <input type="hidden" name="must_have" value="0" />
        <Checkbox label={m.gift_must_label()} name="must_have" defaultChecked={gift.must_have} />
        <TextArea
          label={m.gift_note_label()}
          name="note"
          optional
          rows={2}
          maxCharacters={maxGiftNoteLength}
          help={m.gift_note_help()}
          defaultValue={rejected?.values.note ?? gift.note ?? ''}
          error={error('note')}
        />
        {giftCount > 1 && <PlaceField {...props} error={error} />}
        <div className="dialog-actions">
          <Button type="submit" busy={busy}>
            {m.common_save()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </PageDialog>
  )
}

type FieldsProps = ChangeGiftDialogProps & { error: ReturnType<typeof useValidatedForm>['error'] }

/** Empty while the gift is locked: something was given or is reserved (R315), or surprise mode is on. */
function changeableModifiers({ gift, isSurprise }: Pick<ChangeGiftDialogProps, 'gift' | 'isSurprise'>) {
  return isLocked(gift, isSurprise) ? [] : gift.modifiers.map(({ modifier }) => modifier)
}

/** The shop's questions as fields; once locked, the answers as text. */
function AnswerFields({ gift, isSurprise, rejected, error }: FieldsProps) {
  const asked = changeableModifiers({ gift, isSurprise })
  if (asked.length > 0)
    return (
      <HostModifierFields
        modifiers={asked}
        values={rejected?.values ?? answerValues(gift.modifiers)}
        error={error}
      />
    )
  if (gift.modifiers.length === 0) return null
  return (
    <div>
      <GiftAnswers modifiers={gift.modifiers} />
      <p className="text-sm text-soft">{isSurprise ? m.gift_secret_locked() : m.gift_answers_locked()}</p>
    </div>
  )
}

/** Sends the current place too, so that the gift is moved only if it has changed. */
function PlaceField({ place, giftCount, rejected, error }: FieldsProps) {
  return (
    <>
      <input type="hidden" name="now" value={place} />
      <QuantityField
        label={m.gift_place_label()}
        name="place"
        min={1}
        max={giftCount}
        defaultValue={rejected?.values.place ?? place}
        help={m.gift_place_help({ of: giftCount })}
        error={error('place')}
      />
    </>
  )
}

function QuantityAndGroupFields({ gift, isSurprise, rejected, error }: FieldsProps) {
  const isCard = gift.type === giftCardType
  const takenUnits = gift.how_many_sale + gift.held_units
  const isGiven = gift.how_many_sale + gift.collected > 0
  return (
    <>
      {!gift.is_group_gifting && !isCard && (
        <QuantityField
          label={m.common_quantity()}
          name="quantity"
          min={isSurprise ? gift.quantity : Math.max(takenUnits, Math.min(gift.quantity, gift.min_quantity))}
          max={maxGiftQuantity}
          defaultValue={rejected?.values.quantity ?? gift.quantity}
          help={[quantityHelp(takenUnits, isSurprise), describeQuantityRules(gift)].filter(Boolean).join(' ')}
          error={error('quantity')}
        />
      )}
      {isCard ? (
        <p className="text-soft">{m.gift_card_wished()}</p>
      ) : gift.min_quantity > 1 && !gift.is_group_gifting ? null : isLocked(gift, isSurprise) ? (
        <p className="text-sm text-soft">
          {isSurprise ? m.gift_secret_group() : isGiven ? m.gift_group_locked() : m.gift_group_held()}
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
    </>
  )
}

function isLocked(gift: GiftView, isSurprise: boolean): boolean {
  return isSurprise || gift.how_many_sale + gift.held_units + gift.collected + gift.held > 0
}

function quantityHelp(takenUnits: number, isSurprise: boolean): string | undefined {
  if (isSurprise) return m.gift_secret_quantity()
  return takenUnits > 0 ? m.gift_covered_help({ count: takenUnits }) : undefined
}
