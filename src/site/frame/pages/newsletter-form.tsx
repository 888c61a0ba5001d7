import { m } from '../../../paraglide/messages.js'

/** Sign-up for the shop's newsletter: POST /subscribe.php with the fields of the platform (R805). */
export function NewsletterForm() {
  return (
    <form
      aria-label={m.site_newsletter_submit()}
      action="/subscribe.php"
      method="post"
      className="mt-2 sm:max-w-85"
    >
      <input type="hidden" name="action" value="subscribe" />
      <input type="hidden" name="nl_first_name" value="bc" />
      <input type="hidden" name="check" value="1" />
      <label htmlFor="newsletter" className="block text-paper/80">
        {m.site_newsletter_lead()}
      </label>
      <div className="mt-3 flex flex-wrap rounded-pill bg-paper/8 edge-forced has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-paper">
        <input
          id="newsletter"
          type="email"
          name="nl_email"
          required
          autoComplete="email"
          placeholder={m.site_newsletter_email()}
          className="min-h-12 min-w-0 flex-1 basis-24 rounded-pill bg-transparent px-4.5 outline-none placeholder:text-paper/70"
        />
        <button
          type="submit"
          className="min-h-12 shrink-0 rounded-pill bg-pomegranate edge-forced px-4.5 font-semibold text-white hover:bg-deep"
        >
          {m.site_newsletter_submit()}
        </button>
      </div>
    </form>
  )
}
