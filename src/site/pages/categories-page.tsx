import { storefrontLink } from '../../base/paths.ts'
import { listCategories } from '../../catalogue/products.contract.ts'
import { m } from '../../paraglide/messages.js'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { buildCategoryTree, type CategoryBranch } from '../menus.rules.ts'
import type { Route } from './+types/categories-page'

/** The shop's categories, three levels deep, with links to the storefront (R803). */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const categories = await call(listCategories, { lang: language })
  return {
    branches: buildCategoryTree(
      categories.map(category => ({
        ...category,
        path: storefrontLink(site.storefronts, category.path, language),
      })),
    ),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  buildPageMeta({
    ...matches[0].loaderData,
    title: m.site_categories(),
    description: m.site_categories_lead(),
    path: '/categories',
  })

export default function CategoriesPage({ loaderData: { branches } }: Route.ComponentProps) {
  return (
    <Page title={m.site_categories()} lead={m.site_categories_lead()}>
      {branches.length === 0 ? (
        <EmptyState picture="shop" title={m.site_categories_none()} />
      ) : (
        branches.map(branch => <TopCategory key={branch.id} branch={branch} />)
      )}
    </Page>
  )
}

function TopCategory({ branch }: { branch: CategoryBranch }) {
  return (
    <section className="border-t border-line py-8 md:py-10">
      <h2 className="text-2xl">
        <CategoryLink branch={branch} />
      </h2>
      {branch.children.length > 0 && (
        <ul className="mt-5 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          {branch.children.map(child => (
            <li key={child.id}>
              <h3 className="font-sans text-lg font-semibold tracking-normal">
                <CategoryLink branch={child} />
              </h3>
              <ul className="mt-1">
                {child.children.map(leaf => (
                  <li key={leaf.id}>
                    <CategoryLink branch={leaf} className="text-soft" />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function CategoryLink({ branch, className = '' }: { branch: CategoryBranch; className?: string }) {
  return (
    <a href={branch.path} className={`reach decoration-1 underline-offset-4 hover:underline ${className}`}>
      {branch.name}
    </a>
  )
}
