import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'
import { landingTypes, nestedShopAddresses, shopAddresses } from './site/rules.ts'

/** The pages that show the shop's own text, and what lies below some of them. */
const shopPages = [
  ...shopAddresses
    .filter(path => path !== '/contact-us')
    .map(path => route(path.slice(1), 'site/pages/content-page.tsx', { id: `shop${path}` })),
  ...nestedShopAddresses.map(path =>
    route(`${path.slice(1)}/*`, 'site/pages/articles-page.tsx', { id: `shop${path}/*` }),
  ),
]

/** Every event type's own page. */
const landingPages = landingTypes.map(type =>
  route(type, 'site/pages/landing-page.tsx', { id: `landing/${type}` }),
)

/** Every page of the site, one line each. */
export default [
  index('site/pages/home-page.tsx'),
  route('login', 'account/pages/login-page.tsx'),
  route('register', 'account/pages/register-page.tsx'),
  route('logout', 'account/pages/logout-page.tsx'),
  route('forgot-password', 'account/pages/forgot-password-page.tsx'),
  route('reset-password', 'account/pages/reset-password-page.tsx'),
  route('email-confirmation', 'account/pages/email-confirmation-page.tsx'),
  route('settings', 'account/pages/settings-page.tsx'),
  route('settings/update-password', 'account/pages/update-password-page.tsx'),
  route('settings/deactivate', 'account/pages/deactivate-page.tsx'),
  route('settings/download', 'account/pages/download.ts'),
  route('create-registry/:eventType?', 'registry/pages/create-registry-page.tsx'),
  route('find-registry/:eventType?', 'registry/pages/find-page.tsx', { id: 'find-registry' }),
  route('search', 'registry/pages/find-page.tsx', { id: 'search' }),
  route('my-registries', 'registry/pages/my-registries-page.tsx'),
  route('registry/:id/add', 'gift/pages/add-gifts-page.tsx', [
    route(':productId', 'gift/pages/wish-page.tsx'),
  ]),
  layout('registry/pages/edit-layout.tsx', [
    route('registry/:id/gifts', 'gift/pages/manage-gifts-page.tsx'),
    route('registry/:id/gifts-received', 'registry/pages/gifts-received-page.tsx'),
    ...prefix('registry/:id/edit', [
      index('registry/pages/edit-details-page.tsx'),
      route('registry-url', 'registry/pages/edit-url-page.tsx'),
      route('registry-shipping-address', 'registry/pages/edit-address-page.tsx'),
      route('guests', 'invitation/pages/guests-page.tsx'),
      route('invitation-settings', 'invitation/pages/invitation-page.tsx'),
      route('privacy-settings', 'registry/pages/edit-privacy-page.tsx'),
      route('co-host', 'registry/pages/edit-co-host-page.tsx'),
      route('collected-gift-cards', 'giftcard/pages/collected-page.tsx'),
      route('collected-gift-cards/statement', 'giftcard/pages/statement-page.tsx'),
    ]),
  ]),
  route('registry/:id/edit/collected-gift-cards/statement/csv', 'giftcard/pages/statement-file.ts'),
  route('registry/:id/gifts-received/table', 'registry/pages/received-file.ts'),
  route('registry/:id/guest-list', 'invitation/pages/guest-list-file.ts'),
  route('registry/:id/cards', 'invitation/pages/cards-page.tsx'),
  route('registry/:id/gift-card/:card', 'giftcard/pages/printed-card-page.tsx'),
  route('registry/:id/qr', 'invitation/pages/qr-file.ts'),
  route('registry/:id/calendar', 'invitation/pages/calendar-file.ts'),
  route('registry/:id', 'registry/pages/registry-page.tsx', [
    route('share', 'invitation/pages/share-page.tsx'),
    route(':productId', 'gift/pages/gift-dialog-page.tsx'),
  ]),
  route('co-host/:token', 'registry/pages/co-host-page.tsx'),
  route('reply/:token', 'invitation/pages/reply-page.tsx'),
  route('reply/:token/gifts', 'invitation/pages/reply-gifts.ts'),
  route('stop-invitations/:token', 'invitation/pages/stop-page.tsx'),
  route('cart', 'checkout/pages/cart-page.tsx'),
  route('thank-you/:reference', 'checkout/pages/thank-you-page.tsx'),
  route('my-gift', 'checkout/pages/my-gift-page.tsx'),
  route('my-gift/:token', 'checkout/pages/my-gift-link.ts'),
  ...landingPages,
  route('categories', 'site/pages/categories-page.tsx'),
  route('menus/:language/:version', 'site/pages/menus-file.ts'),
  route('contact-us', 'site/pages/contact-page.tsx'),
  ...shopPages,
  route('cookie-choices', 'site/pages/cookie-choices-page.tsx'),
  route('announcement', 'site/pages/announcement-page.tsx'),
  route('404', 'site/pages/not-found-page.tsx', { id: '404' }),
  route('*', 'site/pages/not-found-page.tsx', { id: 'anything-else' }),
] satisfies RouteConfig
