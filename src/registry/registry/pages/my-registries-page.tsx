import { data, Form, redirect, useSearchParams } from 'react-router'
import { dayInAthens } from '../../../base/dates.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { errorText, type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { deleteRegistry, listMyRegistries, type RegistryView } from '../contract.ts'
import { registryState } from '../rules.ts'
import type { Route } from './+types/my-registries-page'
import { useDoneMessage } from './done-message.ts'
import { RegistryCard } from './registry-card.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const { call, language, site } = ctx
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  const { data: registries, meta } = await call(listMyRegistries, { page })
  const today = dayInAthens(new Date())
  const states = Object.fromEntries(
    registries.map(({ id, end_date }) => [id, registryState({ closing_day: end_date }, today)]),
  )
  return { registries, states, meta, language, site }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const registry_id = String((await request.formData()).get('registry_id') ?? '')
  const { refused } = await tryCall(() => ctx.call(deleteRegistry, { registry_id }))
  if (refused) return data(refused, { status: refused.status })
  throw redirect(withLanguage(`${paths.myRegistries}?done=deleted`, ctx.language))
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.common_my_registries(),
    path: paths.myRegistries,
    language,
    site,
    noindex: true,
  })
}

export default function MyRegistriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registries, states, meta } = loaderData
  const done = useDoneMessage({ deleted: m.registry_deleted })
  const [query] = useSearchParams()
  const registryToDelete = registries.find(({ id, is_owner }) => is_owner && id === query.get('delete'))
  if (registries.length === 0) return <NoRegistries done={done} />
  return (
    <Page
      title={m.common_my_registries()}
      aside={<ButtonLink to={paths.createRegistry()}>{m.registry_create_title()}</ButtonLink>}
    >
      {done && <DoneNotice message={done} />}
      <ul className={classNames('grid gap-6', registries.length > 1 && 'lg:grid-cols-2')}>
        {registries.map(registry => (
          <RegistryCard key={registry.id} registry={registry} state={states[registry.id] ?? 'open'} />
        ))}
      </ul>
      <Pager meta={meta} />
      {registryToDelete && <DeleteDialog registry={registryToDelete} error={actionData} />}
    </Page>
  )
}

function DoneNotice({ message }: { message: string }) {
  return (
    <div className="mb-6 js:hidden">
      <Notice tone="done" title={message} />
    </div>
  )
}

function NoRegistries({ done }: { done: string | null }) {
  return (
    <Page title={m.common_my_registries()}>
      {done && <DoneNotice message={done} />}
      <EmptyState
        title={m.registry_mine_empty()}
        tone="rose"
        action={<ButtonLink to={paths.createRegistry()}>{m.registry_create_title()}</ButtonLink>}
      >
        {m.registry_mine_empty_text()}
      </EmptyState>
    </Page>
  )
}

/** The page where a host can settle what keeps a registry from being deleted, by error code. */
const solutions: Record<string, { to: (id: string) => string; label: () => string }> = {
  registry_has_money: { to: paths.collectedGiftCards, label: m.giftcard_title },
  registry_is_secret: { to: paths.registryGifts, label: m.common_gifts_received },
}

/** Asks before a registry is deleted; where it can't be, links to what prevents it (R229). */
function DeleteDialog({ registry, error }: { registry: RegistryView; error: PageError | undefined }) {
  const isBusy = useIsSubmitting()
  const solution = error && solutions[error.code]
  return (
    <PageDialog labelledBy="delete-title" back={paths.myRegistries}>
      <div className="flex flex-col gap-4">
        <h2 id="delete-title" className="text-2xl">
          {m.registry_delete_title()}
        </h2>
        <p>{m.registry_delete_text({ name: registry.registry_name })}</p>
        {error && <Notice tone="alert">{errorText(error)}</Notice>}
        <Form role="presentation" method="post" className="dialog-actions">
          <input type="hidden" name="registry_id" value={registry.id} />
          {solution ? (
            <ButtonLink to={solution.to(registry.id)}>{solution.label()}</ButtonLink>
          ) : (
            <Button type="submit" kind="danger" busy={isBusy}>
              {m.registry_ok()}
            </Button>
          )}
          <ButtonLink to={paths.myRegistries} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </Form>
      </div>
    </PageDialog>
  )
}
