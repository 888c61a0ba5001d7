import type { ContentPage } from '../types.ts'
import { withPicture } from './with-picture.ts'

type EventText = Pick<ContentPage, 'id' | 'path' | 'title' | 'body'>

// The site's menu takes the children of page 29.
const eventsPageId = 29

const eventTexts: EventText[] = [
  {
    id: 41,
    path: '/events/wedding',
    title: { en: 'Wedding', el: 'Γάμος' },
    body: {
      en: `<h2>A home, or a beginning</h2>
<p>Wish for the things you will use on a Tuesday, and for one or two that you would never buy yourselves. Guests look for gifts between thirty and a hundred euros; keep a good third of the registry there, and turn the sofa into a group gift.</p>
<p>Open it three months before the day. Let it close two weeks after: the best gifts come late. <a href="/create-registry/wedding">Create a wedding registry</a>.</p>`,
      el: `<h2>Ένα σπίτι ή μια αρχή</h2>
<p>Ζητήστε όσα θα χρησιμοποιείτε μια συνηθισμένη Τρίτη, κι ένα δύο που δεν θα τα αγοράζατε ποτέ μόνοι σας. Οι περισσότεροι καλεσμένοι ψάχνουν δώρο ανάμεσα στα τριάντα και στα εκατό ευρώ· κρατήστε εκεί το ένα τρίτο της λίστας και κάντε τον καναπέ ομαδικό δώρο.</p>
<p>Ανοίξτε την τρεις μήνες πριν από τη μέρα. Αφήστε τη να κλείσει δύο εβδομάδες μετά: τα καλύτερα δώρα έρχονται αργά. <a href="/create-registry/wedding">Δημιουργήστε λίστα γάμου</a>.</p>`,
    },
  },
  {
    id: 42,
    path: '/events/baptism',
    title: { en: 'Baptism', el: 'Βάπτιση' },
    body: {
      en: `<h2>For the name and for later</h2>
<p>The godparents usually bring the clothes, the candle and the oil set. Leave those out of the registry, or agree on them first. What guests like to give: a blanket with the name, books to grow into, a charm, a share of something large such as a first bicycle.</p>
<p>If there are brothers and sisters, wish for one thing that they can share. <a href="/create-registry/baptism">Create a baptism registry</a>.</p>`,
      el: `<h2>Για το όνομα και για αργότερα</h2>
<p>Τα ρούχα, τη λαμπάδα και τα λαδόπανα τα φέρνουν συνήθως ο νονός ή η νονά. Αφήστε τα έξω από τη λίστα ή συνεννοηθείτε πρώτα. Οι καλεσμένοι χαίρονται να δίνουν μια κουβέρτα με το όνομα, βιβλία για αργότερα, ένα φυλαχτό, ή μια συμμετοχή σε κάτι μεγάλο, όπως το πρώτο ποδήλατο.</p>
<p>Αν υπάρχουν αδέλφια, ζητήστε και κάτι που να το μοιράζονται. <a href="/create-registry/baptism">Δημιουργήστε λίστα βάπτισης</a>.</p>`,
    },
  },
  {
    id: 43,
    path: '/events/baby-shower',
    title: { en: 'Baby shower', el: 'Baby shower' },
    body: {
      en: `<h2>Before the baby comes</h2>
<p>Small things in quantity (bottles, socks, soap) and one large thing together (a carrier, a monitor). Some families prefer to receive nothing before the birth: ask for gift cards, and choose later.</p>
<p>Keep the registry by link if you have not told everyone yet. <a href="/create-registry/baby-shower">Create a registry</a>.</p>`,
      el: `<h2>Πριν έρθει το μωρό</h2>
<p>Μικρά πράγματα σε ποσότητα (μπιμπερό, κάλτσες, σαπούνια) κι ένα μεγάλο όλοι μαζί (μάρσιπος, ενδοεπικοινωνία). Πολλές οικογένειες προτιμούν να μην έρθει τίποτα πριν από τη γέννα: ζητήστε δωροκάρτες και διαλέξτε αργότερα.</p>
<p>Αν δεν το έχετε πει ακόμη σε όλους, κρατήστε τη λίστα «μόνο με σύνδεσμο». <a href="/create-registry/baby-shower">Δημιουργήστε λίστα</a>.</p>`,
    },
  },
  {
    id: 44,
    path: '/events/birthday',
    title: { en: 'Birthday', el: 'Γενέθλια' },
    body: {
      en: `<h2>Ten wishes are enough</h2>
<p>For a child: five toys under thirty euros, three books and two group gifts. For a grown-up: the thing that has been talked about all year, and an experience to share with whoever gives it.</p>
<p>Round birthdays deserve a group gift that starts early. <a href="/create-registry/birthday">Create a birthday registry</a>.</p>`,
      el: `<h2>Δέκα ευχές φτάνουν</h2>
<p>Για παιδί: πέντε παιχνίδια κάτω από τριάντα ευρώ, τρία βιβλία και δύο ομαδικά δώρα. Για μεγάλο: εκείνο που συζητά όλο τον χρόνο, και μια εμπειρία για να τη μοιραστεί με όποιον του τη χαρίσει.</p>
<p>Τα στρογγυλά γενέθλια αξίζουν ένα ομαδικό δώρο που αρχίζει νωρίς. <a href="/create-registry/birthday">Δημιουργήστε λίστα γενεθλίων</a>.</p>`,
    },
  },
  {
    id: 45,
    path: '/events/student-life',
    title: { en: 'Student life', el: 'Φοιτητική ζωή' },
    body: {
      en: `<h2>A first flat in another town</h2>
<p>The results come at the end of July and the lease begins in September; a registry fills the weeks between. Relatives who would have sent an envelope can give the pans, the alarm clock or a part of the laptop.</p>
<p>Ask for the dull things as well: somebody is glad to give the tool box. <a href="/create-registry/student-life">Create a registry</a>.</p>`,
      el: `<h2>Το πρώτο σπίτι σε άλλη πόλη</h2>
<p>Οι βάσεις βγαίνουν τέλη Ιουλίου και το συμβόλαιο αρχίζει τον Σεπτέμβρη· η λίστα γεμίζει τις εβδομάδες ανάμεσα. Οι συγγενείς που θα έδιναν φακελάκι μπορούν να δώσουν τις κατσαρόλες, το ξυπνητήρι ή ένα μέρος του υπολογιστή.</p>
<p>Ζητήστε και τα βαρετά: πάντα κάποιος χαίρεται να χαρίσει την εργαλειοθήκη. <a href="/create-registry/student-life">Δημιουργήστε λίστα</a>.</p>`,
    },
  },
  {
    id: 46,
    path: '/events/group-activity',
    title: { en: 'Group activity', el: 'Ομαδική δραστηριότητα' },
    body: {
      en: `<h2>When a group collects</h2>
<p>The class for its teacher, the team for its journey, the office for a colleague who leaves. Organisers take the place of hosts and every gift begins as a group gift, so that nobody has to lend the money or keep a list of who has paid.</p>
<p>The total is visible to all; amounts by person only to the organisers. <a href="/create-registry/group-activity">Create a group registry</a>.</p>`,
      el: `<h2>Όταν μια παρέα μαζεύει χρήματα</h2>
<p>Η τάξη για τη δασκάλα, η ομάδα για το ταξίδι, το γραφείο για τον συνάδελφο που φεύγει. Στη θέση των οικοδεσποτών είναι οι διοργανωτές, και κάθε δώρο ξεκινά ως ομαδικό, για να μη χρειάζεται κανείς να βάλει τα χρήματα ή να κρατά κατάλογο με το ποιος πλήρωσε.</p>
<p>Το σύνολο το βλέπουν όλοι· πόσα έβαλε ο καθένας, μόνο οι διοργανωτές. <a href="/create-registry/group-activity">Δημιουργήστε ομαδική λίστα</a>.</p>`,
    },
  },
  {
    id: 48,
    path: '/events/lets-event',
    title: { en: 'Let’s event', el: 'Πάρτι' },
    body: {
      en: `<h2>A party without a reason</h2>
<p>A summer evening in the yard, a farewell, friends who have not met for ten years. Instead of bottles nobody asked for, guests put something towards the music, the grill or a night away together.</p>
<p>Four or five group gifts are enough; choose a closing date soon after the party. <a href="/create-registry/lets-event">Create a registry</a>.</p>`,
      el: `<h2>Ένα πάρτι χωρίς λόγο</h2>
<p>Ένα καλοκαιρινό βράδυ στην αυλή, ένας αποχαιρετισμός, φίλοι που έχουν να βρεθούν δέκα χρόνια. Αντί για μπουκάλια που δεν ζήτησε κανείς, οι καλεσμένοι βάζουν κάτι για τη μουσική, για την ψησταριά ή για μια κοινή εκδρομή.</p>
<p>Τέσσερα πέντε ομαδικά δώρα φτάνουν· ορίστε ημερομηνία λήξης λίγο μετά το πάρτι. <a href="/create-registry/lets-event">Δημιουργήστε λίστα</a>.</p>`,
    },
  },
  {
    id: 47,
    path: '/events/any-other',
    title: { en: 'Any other event', el: 'Κάθε άλλη γιορτή' },
    body: {
      en: `<h2>A name day, a new house, a retirement</h2>
<p>If there is cake, there can be a registry. Choose “Other”, give the registry a name of your own, and keep it short: five wishes for a name day, fifteen for a new house.</p>
<p><a href="/create-registry/other">Create a registry</a>.</p>`,
      el: `<h2>Μια ονομαστική γιορτή, ένα νέο σπίτι, μια σύνταξη</h2>
<p>Όπου υπάρχει τούρτα, μπορεί να υπάρχει και λίστα. Διαλέξτε «Άλλη γιορτή», δώστε της δικό σας όνομα και κρατήστε τη σύντομη: πέντε ευχές για μια ονομαστική γιορτή, δεκαπέντε για ένα νέο σπίτι.</p>
<p><a href="/create-registry/other">Δημιουργήστε λίστα</a>.</p>`,
    },
  },
]

/** The events that people celebrate, each with a page. */
export const eventPages: ContentPage[] = [
  {
    id: eventsPageId,
    parent: 0,
    path: '/events',
    position: 4,
    inNavigation: true,
    updated: '2026-09-14',
    title: { en: 'Events', el: 'Γιορτές' },
    body: {
      en: `<h2>Every event has its own registry</h2>
<p>The questions differ: at a wedding guests ask what is still missing, at a baptism how old the child is, before the first term when the lease begins. Choose the event, and the registry asks you the right ones.</p>`,
      el: `<h2>Κάθε γιορτή έχει τη δική της λίστα</h2>
<p>Οι ερωτήσεις αλλάζουν: στον γάμο οι καλεσμένοι ρωτούν τι λείπει ακόμη, στη βάπτιση πόσων χρονών είναι το παιδί, πριν από το πρώτο εξάμηνο πότε αρχίζει το συμβόλαιο. Διαλέξτε τη γιορτή, και η λίστα θα σας κάνει τις σωστές.</p>`,
    },
  },
  ...eventTexts.map((child, n) => ({
    ...withPicture(child),
    parent: eventsPageId,
    position: n + 1,
    inNavigation: true,
    updated: '2026-09-14',
  })),
]
