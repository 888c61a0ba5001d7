import { useEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import { AppError } from '../../../base/app-error.ts'
import { formatCode } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { fieldId } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FieldControl, type FormField } from '../../../ui/form/form-field.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { type FlashMessage, setFlash } from '../../../ui/page/flash.tsx'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import type { ActionChoice, ActionLookView } from '../../action/look.rules.ts'
import { orderPart } from '../../registry/registry.rules.ts'
import { factName, factText } from '../audit-messages.ts'
import { callConsole, readListQuery, tryConsole, tryConsoleWithProof } from '../frame/console-call.ts'
import { isOfProof } from '../frame/proof-fields.tsx'
import { StaffFacts, StaffPage } from '../frame/staff-frame.tsx'
import { payoutOutcomeFlash } from '../registry/payout-messages.ts'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-action-page'
import { ActionConfirmation } from './action-confirmation.tsx'
import {
  type AskedField,
  type CountedAlready,
  type DescribedAction,
  type DescribedRefusal,
  describeAction,
  describeChoices,
  describeErrors,
  describeRefusal,
  isWhole,
  keysOf,
} from './action-description.ts'
import { givenText, lettersText } from './action-messages.ts'

const nothing: ActionLookView = { registry: null, about: null, choices: {}, confirm: null }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  staffMeta(loaderData?.action.title ?? '', matches)

export async function loader(args: Route.LoaderArgs) {
  const { edit, ...typed } = readListQuery(args.request)
  const action = describeAction(args.params.action, args.context.get(pageContext))
  return readLook(args, action, { typed, edit: edit !== undefined })
}

/**
 * Answers failures of the shop instead of throwing them, so that they are shown on the action's page, with its way
 * back.
 */
async function tryAction<T>(call: () => Promise<T>) {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 502) throw error
    return tryCall(() => Promise.reject<never>(error))
  }
}

type Typed = Record<string, string>

async function readLook(
  args: Pick<Route.LoaderArgs, 'request' | 'context'>,
  action: DescribedAction,
  { typed, edit }: { typed: Typed; edit: boolean },
) {
  const ctx = args.context.get(pageContext)
  const input = edit ? { ...typed, is_edited: true } : typed
  const { done, refused } = await tryAction(() => tryConsole(args, `look at ${action.name}`, input))
  const found = done ?? (await lookWithout(refused, action, typed, args))
  const isEdited = edit || refused !== null
  // An empty form has no mistakes yet.
  const wrong = Object.keys(typed).length > 0 ? refused && keysOf(refused) : {}
  const fields = { ...wrong, ...findEmptyFields(action, typed) }
  return {
    action,
    typed,
    look: {
      ...found,
      choices: describeChoices(action.name, found.choices, ctx),
      ...(isEdited && { confirm: null }),
    },
    wrong: describeErrors(fields, refused?.detail ?? {}, ctx),
    refused: refused && isWhole(refused) ? describeRefusal(refused, ctx) : null,
    key: crypto.randomUUID(),
  }
}

/** The choices by those fields that are right, so that the form keeps all that was typed. */
async function lookWithout(
  refused: PageError,
  { name }: DescribedAction,
  typed: Typed,
  args: Pick<Route.LoaderArgs, 'request' | 'context'>,
): Promise<ActionLookView> {
  // A shop that doesn't answer is not asked again.
  if (refused.status === 502) return nothing
  const isRight = ([field]: [string, string]) => isWhole(refused) || !(field in refused.fields)
  try {
    const right = Object.fromEntries(Object.entries(typed).filter(isRight))
    return await callConsole(args, `look at ${name}`, { ...right, is_edited: true })
  } catch {
    // The errors of the first call are shown.
    return nothing
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  const found = describeAction(args.params.action, ctx)
  const { name, part, isPrivate } = found
  const { step, edit, proof_password, proof_code, ...form } = Object.fromEntries(
    [...(await args.request.formData())].map(([key, value]) => [key, String(value)]),
  )
  const { reason = '', version, key, ...typed } = form
  const lookAgain = () => readLook(args, found, { typed, edit: edit !== undefined })
  if (isPrivate && step === 'look') {
    const looked = await lookAgain()
    const status = looked.refused?.status ?? (Object.keys(looked.wrong).length > 0 ? 422 : 200)
    return data({ refused: looked.refused, looked, reason }, { status })
  }
  const proof = { ...(proof_password !== undefined && { proof_password, proof_code: proof_code ?? '' }) }
  const { done, refused } = await tryAction(() => tryConsoleWithProof(args, proof, `do ${name}`, form))
  if (refused) {
    const looked = isPrivate ? await lookAgain() : null
    return data({ refused: describeRefusal(refused, ctx), looked, reason }, { status: refused.status })
  }
  if (done.waits) {
    setFlash(ctx, { tone: 'done', title: m.staff_approval_waits(), body: m.staff_approval_waits_body() })
    throw redirect(withLanguage(pathBack(done.registry, typed, part) ?? paths.staffWork, ctx.language))
  }
  const note: FlashMessage = done.outcome
    ? payoutOutcomeFlash(done.outcome, ctx.language)
    : {
        tone: 'done',
        title: givenText(done.after, typed, ctx.language) ?? ctx.text(`staff_act_${name}_done`),
      }
  // Without e-mail addresses, which would be stored in the cookie of the flash message.
  const letters = done.readers && lettersText(done.readers.map(reader => ({ reader, people: [] })))
  setFlash(ctx, letters === null ? note : { ...note, body: [note.body, letters].filter(Boolean).join(' ') })
  const place = part === 'orders' && done.order_id !== null ? orderPart(done.order_id) : part
  const back = pathBack(done.registry, typed, place) ?? paths.staffSearch
  throw redirect(withLanguage(back, ctx.language))
}

/** Required fields that were sent empty; choices that were not shown yet are not sent. */
function findEmptyFields({ fields }: DescribedAction, typed: Typed): Typed {
  const empty = fields.filter(field => !field.optional && typed[field.name]?.trim() === '')
  return Object.fromEntries(empty.map(field => [field.name, 'field_required']))
}

/** The page of the registry, or of the host's account; null for neither. */
function pathBack(registry: string | null, { host }: Record<string, string>, part?: string): string | null {
  if (registry !== null) return paths.staffRegistry(registry, part)
  return host === undefined || !/^\d{1,15}$/.test(host) ? null : paths.staffHost(Number(host))
}

/** One action: first its fields, then the confirmation (R963, actions of staff). Works without JavaScript. */
export default function StaffActionPage({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData?.looked ?? loaderData
  const { action, typed, look, wrong, key } = shown
  const { title, lead, part, fields: all } = action
  const refused = actionData?.refused ?? shown.refused
  const wrongHere = findWrongHere(actionData?.refused)
  const isRefused = refused !== null && wrongHere === undefined && (refused.isWhole || look.confirm !== null)
  const asked = look.confirm ? [] : askedFields(action, look.choices)
  const registry = look.registry ?? refused?.registry ?? null
  const back = pathBack(registry, typed, part)
  return (
    <StaffPage
      title={title}
      lead={lead}
      back={
        back === null
          ? null
          : { to: back, label: registry ? m.common_back_to_the_registry() : m.staff_host_open() }
      }
    >
      {isRefused && <Refusal refused={refused} asked={asked} />}
      <ActionSubject about={look.about} />
      {look.confirm ? (
        <ActionConfirmation
          action={action}
          typed={typed}
          confirm={look.confirm}
          formKey={key}
          reason={actionData?.reason ?? ''}
          refused={wrongHere}
        />
      ) : (
        (!shown.refused || all.length > 0) && (
          <ActionForm
            action={action}
            typed={typed}
            choices={look.choices}
            wrong={wrong}
            isToldAbove={isRefused}
          />
        )
      )}
    </StaffPage>
  )
}

/** A refusal that fields of the confirmation show: a missing reason, or the proof. */
function findWrongHere(refused: DescribedRefusal | null | undefined): DescribedRefusal | undefined {
  return refused && ('reason' in refused.fields || isOfProof(refused)) ? refused : undefined
}

/**
 * Why it can't be done, where it counts already, and who did something about it last. Takes the focus, as error
 * summaries do.
 */
function Refusal({ refused, asked }: { refused: DescribedRefusal; asked: AskedField[] }) {
  const { sentence, fields, counted, last } = refused
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const blamed = asked.find(({ name }) => name in fields)
  return (
    <Notice ref={notice} tone="alert" title={sentence}>
      {counted && <CountedIn counted={counted} />}
      {last && <p>{last}</p>}
      {blamed && (
        <p>
          <a href={`#${fieldId(blamed.name)}`} className={`inline-block ${linkClasses.text}`}>
            {m.staff_action_edit_field({ field: blamed.label })}
          </a>
        </p>
      )}
    </Notice>
  )
}

function CountedIn({ counted: { code, name, order } }: { counted: CountedAlready }) {
  return (
    <p>
      {m.staff_counted_in()}{' '}
      <Link to={paths.staffRegistry(code, orderPart(order))} variant="text">
        {`${name}, ${formatCode(code)}`}
      </Link>
    </p>
  )
}

function ActionSubject({ about }: Pick<ActionLookView, 'about'>) {
  const language = useLanguage()
  const known = Object.entries(about ?? {}).filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <div className="max-w-2xl">
      <StaffFacts
        label={m.staff_action_subject()}
        facts={known.map(([name, value]) => [factName(name), factText(name, value, language)])}
      />
    </div>
  )
}

type Choices = ActionLookView['choices']

/** Fields to fill in now: one with choices is shown once there are any. */
function askedFields({ fields }: DescribedAction, choices: Choices): AskedField[] {
  return fields.filter(field => field.kind !== 'choice' || (choices[field.name] ?? []).length > 0)
}

/** The form of an action's fields; choices that depend on them come with the next step. */
function ActionForm(props: {
  action: DescribedAction
  typed: Typed
  choices: Choices
  wrong: Record<string, string>
  isToldAbove: boolean
}) {
  const { action, typed, choices, wrong, isToldAbove } = props
  const { title, isPrivate } = action
  const asked = askedFields(action, choices)
  const known = Object.entries(typed).filter(([key]) => asked.every(field => field.name !== key))
  return (
    <Form
      key={JSON.stringify([typed, Object.keys(choices)])}
      reloadDocument
      method={isPrivate ? 'post' : 'get'}
      aria-label={title}
      className="flex max-w-2xl flex-col gap-4"
    >
      {isPrivate && <input type="hidden" name="step" value="look" />}
      {known.map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {!isToldAbove && <WrongFields asked={asked} wrong={wrong} />}
      {asked.map(field => (
        <Field
          key={field.name}
          field={field}
          typed={typed[field.name]}
          choices={choices[field.name] ?? []}
          error={wrong[field.name] ?? null}
        />
      ))}
      <Button type="submit" kind="outline" className="self-start">
        {m.common_go_on()}
      </Button>
    </Form>
  )
}

/** Errors above the fields; those of fields that are not shown have no link. */
function WrongFields({ asked, wrong }: { asked: AskedField[]; wrong: Record<string, string> }) {
  const shown = asked.filter(({ name }) => wrong[name])
  const [hidden] = Object.keys(wrong).filter(name => asked.every(field => field.name !== name))
  const errors = {
    ...Object.fromEntries(shown.map(({ name }) => [name, wrong[name] ?? ''])),
    ...(hidden !== undefined && { form: wrong[hidden] ?? '' }),
  }
  const labels = Object.fromEntries(shown.map(({ name, label }) => [name, label]))
  return <ErrorSummary errors={errors} labels={labels} />
}

/** Products that were found for the typed words; one is chosen, or other words are typed above. */
function ProductChoices({ name, choices }: { name: string; choices: ActionChoice[] }) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.staff_choose_product()}</legend>
      {choices.map(({ value, label, image }) => (
        <label
          key={value}
          className="flex min-h-16 items-center gap-3 rounded-field border border-line bg-card p-2 has-checked:border-pomegranate"
        >
          <input type="radio" name={name} value={value} className="size-5 shrink-0 accent-pomegranate" />
          {image && (
            <img
              src={image}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              className="product-picture size-12"
            />
          )}
          <span className="min-w-0 text-sm wrap-anywhere">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** How the kinds of an action's fields are drawn. */
const controls: Partial<Record<AskedField['kind'], Partial<FormField>>> = {
  text: { autoComplete: 'off' },
  number: { kind: 'number', autoComplete: 'off' },
  email: { kind: 'email', autoComplete: 'off' },
  product: { kind: 'search', autoComplete: 'off' },
  area: { kind: 'area', rows: 4, maxLength: 500 },
  choice: { kind: 'choice' },
  money: { draw: field => <MoneyField {...field} /> },
  day: { draw: field => <DateField {...field} /> },
}

function Field(props: {
  field: AskedField
  typed: string | undefined
  choices: ActionChoice[]
  error: string | null
}) {
  const { field, typed, choices, error } = props
  const { kind, preset, ...shown } = field
  const suggested = choices.find(one => one.is_suggested)?.value ?? preset
  return (
    <>
      <FieldControl
        {...shown}
        {...controls[kind]}
        error={error}
        value={typed ?? suggested}
        options={choices}
        emptyLabel={m.common_choose()}
      />
      {kind === 'product' && choices.length > 0 && <ProductChoices name={field.name} choices={choices} />}
    </>
  )
}
