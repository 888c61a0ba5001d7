import type { ContentPage } from '../types.ts'
import { withChangeDate } from './with-change-date.ts'

const termTexts: ContentPage[] = [
  {
    id: 31,
    parent: 0,
    path: '/terms-of-use-privacy-policy',
    position: 13,
    inNavigation: false,
    updated: '2026-11-22',
    title: { en: 'Terms of use and privacy', el: 'Όροι χρήσης και απόρρητο' },
    body: {
      en: `<p>Doron Demo Shop is a demonstration. The text shows what a working shop would say; have your own lawyer read it before you use it.</p>
<h2>The service</h2>
<p>The site lets hosts keep a registry of gifts and lets guests give them. Goods are sold by the shop, under the <a href="/payment-delivery-returns-policy">terms of payment, delivery and returns</a>. Separate terms hold for <a href="/terms-of-use-registrant">hosts</a> and for <a href="/terms-of-use-gift-purchaser">guests who buy a gift</a>.</p>
<h2>What we keep, and why</h2>
<ul>
<li>Hosts: name, e-mail, telephone if given, address for delivery, the registry and its history. We need it to run the registry (contract).</li>
<li>Guests: name, e-mail, message and gift, so that the gift can be delivered and thanked for (contract).</li>
<li>People whom hosts invite: the name, the e-mail or telephone that the hosts enter, and the answer. We use them for that invitation alone (the hosts’ legitimate interest).</li>
<li>Orders: as long as tax law requires (legal duty).</li>
<li>Figures about the use of the site: only if you agree (consent).</li>
</ul>
<h2>Who sees what</h2>
<p>Hosts see who gave what, unless the giver chose to be anonymous. Guests never see the hosts’ address. Registries by link do not appear in search, neither here nor in search engines. We sell no data.</p>
<h2>Your rights</h2>
<p>You may see, correct, download and erase your data. Download and deactivation are on your account’s page; for all else <a href="/contact-us">write to us</a>. You may complain to the data protection authority of your country.</p>
<h2>How long</h2>
<p>Until you deactivate the account, and for fourteen days after, in which you may come back. The shop keeps its orders as long as the law asks. Backups are overwritten within ninety days.</p>`,
      el: `<p>Το κατάστημα Doron είναι επίδειξη. Το κείμενο δείχνει τι θα έγραφε ένα κανονικό κατάστημα· πριν το χρησιμοποιήσετε, δώστε το στον δικηγόρο σας.</p>
<h2>Η υπηρεσία</h2>
<p>Οι οικοδεσπότες κρατούν μια λίστα δώρων και οι καλεσμένοι δίνουν δώρα από αυτήν. Τα προϊόντα τα πουλά το κατάστημα, με τους <a href="/payment-delivery-returns-policy">όρους πληρωμής, αποστολής και επιστροφών</a>. Χωριστοί όροι ισχύουν για τους <a href="/terms-of-use-registrant">οικοδεσπότες</a> και για τους <a href="/terms-of-use-gift-purchaser">καλεσμένους που αγοράζουν δώρο</a>.</p>
<h2>Τι κρατάμε και γιατί</h2>
<ul>
<li>Οικοδεσπότες: όνομα, e‑mail, τηλέφωνο αν δοθεί, διεύθυνση παράδοσης, η λίστα και το ιστορικό της. Χρειάζονται για να λειτουργεί η λίστα (σύμβαση).</li>
<li>Καλεσμένοι: όνομα, e‑mail, μήνυμα και δώρο, για να παραδοθεί το δώρο και να σταλεί το ευχαριστώ (σύμβαση).</li>
<li>Όσοι προσκαλούνται: το όνομα, το e‑mail ή το τηλέφωνο που δηλώνουν οι οικοδεσπότες, και η απάντηση. Χρησιμεύουν μόνο για αυτή την πρόσκληση (έννομο συμφέρον των οικοδεσποτών).</li>
<li>Παραγγελίες: για όσο ορίζει η φορολογική νομοθεσία (υποχρέωση από τον νόμο).</li>
<li>Στατιστικά για τη χρήση του ιστότοπου: μόνο αν συμφωνήσετε (συγκατάθεση).</li>
</ul>
<h2>Ποιος βλέπει τι</h2>
<p>Οι οικοδεσπότες βλέπουν ποιος έδωσε τι, εκτός αν όποιος έκανε το δώρο διάλεξε να μείνει ανώνυμος. Οι καλεσμένοι δεν βλέπουν ποτέ τη διεύθυνση των οικοδεσποτών. Οι λίστες «μόνο με σύνδεσμο» δεν εμφανίζονται στην αναζήτηση, ούτε εδώ ούτε στις μηχανές αναζήτησης. Δεν πουλάμε δεδομένα.</p>
<h2>Τα δικαιώματά σας</h2>
<p>Μπορείτε να δείτε, να διορθώσετε, να κατεβάσετε και να διαγράψετε τα δεδομένα σας. Τη λήψη και την απενεργοποίηση τις βρίσκετε στη σελίδα του λογαριασμού· για όλα τα άλλα <a href="/contact-us">γράψτε μας</a>. Μπορείτε να απευθυνθείτε και στην Αρχή Προστασίας Δεδομένων.</p>
<h2>Για πόσο</h2>
<p>Μέχρι να απενεργοποιήσετε τον λογαριασμό, και για δεκατέσσερις ημέρες ακόμη, μήπως αλλάξετε γνώμη. Τις παραγγελίες τις κρατά το κατάστημα όσο ορίζει ο νόμος. Τα αντίγραφα ασφαλείας αντικαθίστανται μέσα σε ενενήντα ημέρες.</p>`,
    },
  },
  {
    id: 32,
    parent: 0,
    path: '/terms-of-use-registrant',
    position: 14,
    inNavigation: false,
    updated: '2026-11-01',
    title: { en: 'Terms of use for hosts', el: 'Όροι χρήσης για οικοδεσπότες' },
    body: {
      en: `<p>These are the terms of a demonstration shop: no money is taken and nothing is sent.</p>
<h2>Your registry</h2>
<p>You must be of age to create a registry, and what you write in it must be true and lawful. You decide who sees it: everyone, those with the link, or you alone. You keep your password to yourself; whoever signs in with it acts for you.</p>
<h2>Gifts</h2>
<p>You may add, change and remove gifts while nobody has given them. Once money has been put into a group gift, its product and its being a group gift can no longer change, nor can the quantity fall below what has been given. If a product is no longer sold, we tell you, and you may put another in its place.</p>
<h2>Group gifts</h2>
<p>A group gift is complete when its price is covered. You then redeem it: the shop sends the product itself. If the price rises before that, the missing amount rises with it; if it falls, the surplus is yours as smart change.</p>
<h2>Smart change and gift cards</h2>
<p>Cents over the price, an amount that will not be completed, a gift given twice and a refund left in the shop are listed as smart change. You send them to another open gift or to a gift card. Collected gift cards can be collected as one certificate or redeemed for products and experiences, each amount once. A certificate is valid for five years and is not paid out in cash.</p>
<h2>Closing</h2>
<p>The registry closes at the end of its closing date, Athens time. After that nothing more can be given. Money that you have not used is sent to you as one gift card, without your having to ask. If you move the date into the future, the registry opens again.</p>
<h2>Delivery</h2>
<p>Gifts go to the address that you gave. Guests do not see it. Please keep it correct; what comes back because of a wrong address is sent again at your cost.</p>
<h2>The end of the agreement</h2>
<p>You may delete a registry or deactivate your account at any time. Money that was given to you remains yours. We may close a registry that breaks the law or these terms; those who gave are then refunded.</p>`,
      el: `<p>Πρόκειται για τους όρους ενός καταστήματος επίδειξης: δεν εισπράττονται χρήματα και τίποτα δεν αποστέλλεται.</p>
<h2>Η λίστα σας</h2>
<p>Για να δημιουργήσετε λίστα πρέπει να είστε ενήλικοι, και όσα γράφετε να είναι αληθινά και νόμιμα. Εσείς ορίζετε ποιος τη βλέπει: όλοι, όσοι έχουν τον σύνδεσμο ή μόνο εσείς. Τον κωδικό πρόσβασης δεν τον δίνετε σε άλλους· όποιος συνδέεται με αυτόν ενεργεί για λογαριασμό σας.</p>
<h2>Δώρα</h2>
<p>Προσθέτετε, αλλάζετε και αφαιρείτε δώρα όσο δεν τα έχει δώσει κανείς. Από τη στιγμή που μπήκαν χρήματα σε ένα ομαδικό δώρο, δεν αλλάζουν πια το προϊόν και ο ομαδικός χαρακτήρας του, ούτε μειώνεται η ποσότητα κάτω από όσα έχουν δοθεί. Αν ένα προϊόν πάψει να πωλείται, σας ειδοποιούμε και βάζετε άλλο στη θέση του.</p>
<h2>Ομαδικά δώρα</h2>
<p>Ένα ομαδικό δώρο συμπληρώνεται όταν καλυφθεί η τιμή του. Τότε το εξαργυρώνετε: το κατάστημα στέλνει το ίδιο το προϊόν. Αν πριν από αυτό η τιμή ανέβει, ανεβαίνει και το ποσό που λείπει· αν πέσει, το περίσσευμα γίνεται έξυπνα ρέστα.</p>
<h2>Έξυπνα ρέστα και δωροκάρτες</h2>
<p>Τα λεπτά πάνω από την τιμή, ένα ποσό που δεν θα συμπληρωθεί, ένα δώρο που δόθηκε δύο φορές και μια επιστροφή που έμεινε στο κατάστημα εμφανίζονται ως έξυπνα ρέστα. Τα στέλνετε σε άλλο διαθέσιμο δώρο ή σε δωροκάρτα. Οι δωροκάρτες που συγκεντρώσατε γίνονται μία δωροκάρτα με κωδικό ή εξαργυρώνονται σε προϊόντα και εμπειρίες, κάθε ποσό μία φορά. Η δωροκάρτα ισχύει πέντε χρόνια και δεν εξοφλείται σε μετρητά.</p>
<h2>Κλείσιμο</h2>
<p>Η λίστα κλείνει στο τέλος της ημερομηνίας λήξης, ώρα Αθήνας. Μετά δεν μπορεί να δοθεί τίποτε άλλο. Όσα χρήματα δεν χρησιμοποιήσατε σας στέλνονται ως μία δωροκάρτα, χωρίς να το ζητήσετε. Αν μεταθέσετε την ημερομηνία στο μέλλον, η λίστα ανοίγει ξανά.</p>
<h2>Παράδοση</h2>
<p>Τα δώρα έρχονται στη διεύθυνση που δώσατε. Οι καλεσμένοι δεν τη βλέπουν. Κρατήστε τη σωστή· ό,τι γυρίσει από λάθος διεύθυνση στέλνεται ξανά με δικά σας έξοδα.</p>
<h2>Λήξη της συμφωνίας</h2>
<p>Διαγράφετε μια λίστα ή απενεργοποιείτε τον λογαριασμό όποτε θέλετε. Τα χρήματα που σας δόθηκαν μένουν δικά σας. Λίστα που παραβαίνει τον νόμο ή αυτούς τους όρους μπορούμε να την κλείσουμε· όσοι έδωσαν παίρνουν τότε πίσω τα χρήματά τους.</p>`,
    },
  },
  {
    id: 33,
    parent: 0,
    path: '/terms-of-use-gift-purchaser',
    position: 15,
    inNavigation: false,
    updated: '2026-11-22',
    title: { en: 'Terms of use for guests', el: 'Όροι χρήσης για καλεσμένους' },
    body: {
      en: `<p>These are the terms of a demonstration shop: no money is taken and nothing is sent.</p>
<h2>Buying a gift</h2>
<p>You buy from the shop, for the hosts of the registry. You need no account. When you go to the checkout the gift is held for you for fifteen minutes; the price is the one that the shop shows there. When the fifteen minutes are over, somebody else may give it too.</p>
<h2>If two pay for the last one</h2>
<p>Both gifts stand. The registry counts one; the worth of the other goes to the hosts as smart change. You may withdraw instead, as with any purchase.</p>
<h2>Contributing to a group gift</h2>
<p>You give at least five euros, or what is still missing, and never more than is missing. Your contribution belongs to the hosts. When the price is covered they receive the product; if it never is, they use the money for another gift or receive it as a gift card.</p>
<h2>Gift cards</h2>
<p>A gift card is given to the hosts and buys anything in the shop for five years. It carries no VAT.</p>
<h2>Your message and your name</h2>
<p>Only the hosts see them, never other guests. You choose whether they read your name, your initials or nothing; your message reaches them in any case. Please write nothing that you would not say aloud at the table.</p>
<h2>Delivery and withdrawal</h2>
<p>You choose delivery to yourself or to the hosts; their address is not shown to you. You may withdraw within fourteen days under the <a href="/payment-delivery-returns-policy">terms of return</a>, and a refund goes to you, in the way you paid. A contribution can be withdrawn as long as it has not become a product or a gift card.</p>
<h2>After closing</h2>
<p>When the closing date has passed, nothing more can be given. An order that was paid before still counts.</p>`,
      el: `<p>Πρόκειται για τους όρους ενός καταστήματος επίδειξης: δεν εισπράττονται χρήματα και τίποτα δεν αποστέλλεται.</p>
<h2>Αγορά δώρου</h2>
<p>Αγοράζετε από το κατάστημα, για τους οικοδεσπότες της λίστας. Λογαριασμός δεν χρειάζεται. Όταν πηγαίνετε στο ταμείο, το δώρο κρατιέται για εσάς δεκαπέντε λεπτά· ισχύει η τιμή που δείχνει εκεί το κατάστημα. Όταν περάσουν τα δεκαπέντε λεπτά, μπορεί να το δώσει και κάποιος άλλος.</p>
<h2>Αν δύο πληρώσουν το τελευταίο</h2>
<p>Ισχύουν και τα δύο δώρα. Η λίστα μετρά το ένα· η αξία του άλλου πηγαίνει στους οικοδεσπότες ως έξυπνα ρέστα. Μπορείτε, αν προτιμάτε, να υπαναχωρήσετε, όπως σε κάθε αγορά.</p>
<h2>Συμμετοχή σε ομαδικό δώρο</h2>
<p>Δίνετε τουλάχιστον πέντε ευρώ, ή όσα λείπουν, και ποτέ περισσότερα. Η συμμετοχή σας ανήκει στους οικοδεσπότες. Όταν καλυφθεί η τιμή, παίρνουν το προϊόν· αν δεν καλυφθεί ποτέ, χρησιμοποιούν τα χρήματα για άλλο δώρο ή τα παίρνουν σε δωροκάρτα.</p>
<h2>Δωροκάρτες</h2>
<p>Η δωροκάρτα δίνεται στους οικοδεσπότες και αγοράζει οτιδήποτε έχει το κατάστημα, για πέντε χρόνια. Δεν έχει ΦΠΑ.</p>
<h2>Το μήνυμα και το όνομά σας</h2>
<p>Τα βλέπουν μόνο οι οικοδεσπότες, ποτέ οι άλλοι καλεσμένοι. Εσείς διαλέγετε αν θα διαβάσουν το όνομά σας, τα αρχικά σας ή τίποτα· το μήνυμά σας φτάνει σε κάθε περίπτωση. Μη γράψετε κάτι που δεν θα λέγατε δυνατά στο τραπέζι.</p>
<h2>Παράδοση και υπαναχώρηση</h2>
<p>Διαλέγετε παράδοση σε εσάς ή στους οικοδεσπότες· η διεύθυνσή τους δεν εμφανίζεται. Μπορείτε να υπαναχωρήσετε μέσα σε δεκατέσσερις ημέρες, με τους <a href="/payment-delivery-returns-policy">όρους επιστροφών</a>, και τα χρήματα επιστρέφονται σε εσάς, με τον τρόπο που πληρώσατε. Μια συμμετοχή ανακαλείται όσο δεν έχει γίνει προϊόν ή δωροκάρτα.</p>
<h2>Μετά το κλείσιμο</h2>
<p>Όταν περάσει η ημερομηνία λήξης, δεν μπορεί να δοθεί τίποτε άλλο. Μια παραγγελία που πληρώθηκε νωρίτερα μετρά κανονικά.</p>`,
    },
  },
  {
    id: 35,
    parent: 0,
    path: '/cookies-policy',
    position: 16,
    inNavigation: false,
    updated: '2026-11-22',
    title: { en: 'Cookies', el: 'Πολιτική για τα cookies' },
    body: {
      en: `<h2>What is necessary</h2>
<p>These are set without asking, because the site does not work without them.</p>
<ul>
<li><strong>customerToken</strong>: keeps you signed in, thirty days. Scripts cannot read it.</li>
<li><strong>customerId</strong>, <strong>customerName</strong>, <strong>customerEmailAddress</strong>, <strong>customerType</strong>: greet you by name while you are signed in, thirty days.</li>
<li><strong>device</strong>: lets us write to you only when a browser that we do not know signs in to your account, four hundred days.</li>
<li><strong>I18N_LANGUAGE</strong>: remembers Greek or English, a year.</li>
<li><strong>choices</strong>, <strong>giver_words</strong> and <strong>handoff</strong>: the gifts you have chosen, what you wrote with them and the payment you have begun, a day.</li>
<li><strong>giver_device</strong>: a random number from the cart page or the page of a shared gift, so that many guests behind one connection are told apart when gifts are set aside, thirty days.</li>
<li><strong>visitor</strong>: when this browser came, so that people who share one connection are not taken for somebody who tries addresses out, thirty days.</li>
<li><strong>my_gift</strong>: the gift that you opened from our letter, a day.</li>
<li><strong>notice</strong> and <strong>typed</strong>: what the next page has to tell you, a minute; what you had written when your sign-in ended, half an hour.</li>
<li><strong>announcement</strong>: a notice at the top of the page that you have put away, a year.</li>
<li>In the storage of your own browser: your cart, the draft of a registry, your words to the hosts until you close the tab, and your answer to the question about cookies.</li>
<li><strong>shop_session</strong>: the shop’s own, for its cart and its account, thirty days.</li>
</ul>
<h2>What needs your consent</h2>
<p>Figures about which pages are used, so that we can make them better. Before you agree, nothing is measured and nothing leaves your browser. Saying no takes one click, as saying yes does. No names, no addresses and no titles of registries are ever part of these figures.</p>
<h2>Changing your mind</h2>
<p>Use the link at the foot of every page. If this policy changes, we ask again.</p>`,
      el: `<h2>Τα απαραίτητα</h2>
<p>Αυτά μπαίνουν χωρίς ερώτηση, γιατί χωρίς αυτά ο ιστότοπος δεν λειτουργεί.</p>
<ul>
<li><strong lang="en">customerToken</strong>: σας κρατά συνδεδεμένους τριάντα ημέρες. Δεν διαβάζεται από προγράμματα της σελίδας.</li>
<li><strong lang="en">customerId</strong>, <strong lang="en">customerName</strong>, <strong lang="en">customerEmailAddress</strong>, <strong lang="en">customerType</strong>: σας προσφωνούν με το όνομά σας όσο είστε συνδεδεμένοι, τριάντα ημέρες.</li>
<li><strong lang="en">device</strong>: για να σας γράφουμε μόνο όταν συνδέεται στον λογαριασμό σας πρόγραμμα περιήγησης που δεν γνωρίζουμε, τετρακόσιες ημέρες.</li>
<li><strong lang="en">I18N_LANGUAGE</strong>: θυμάται ελληνικά ή αγγλικά, έναν χρόνο.</li>
<li><strong lang="en">choices</strong>, <strong lang="en">giver_words</strong> και <strong lang="en">handoff</strong>: τα δώρα που διαλέξατε, όσα γράψατε μαζί τους και η πληρωμή που ξεκινήσατε, μία ημέρα.</li>
<li><strong lang="en">giver_device</strong>: ένας τυχαίος αριθμός από τη σελίδα του καλαθιού ή ενός ομαδικού δώρου, για να ξεχωρίζουν πολλοί καλεσμένοι πίσω από την ίδια σύνδεση όταν κρατάμε τα δώρα, τριάντα ημέρες.</li>
<li><strong lang="en">visitor</strong>: πότε ήρθε αυτό το πρόγραμμα περιήγησης, για να μην περνούν όσοι μοιράζονται μια σύνδεση για κάποιον που δοκιμάζει διευθύνσεις, τριάντα ημέρες.</li>
<li><strong lang="en">my_gift</strong>: το δώρο που ανοίξατε από το μήνυμά μας, μία ημέρα.</li>
<li><strong lang="en">notice</strong> και <strong lang="en">typed</strong>: όσα έχει να σας πει η επόμενη σελίδα, ένα λεπτό· όσα γράφατε όταν έληξε η σύνδεσή σας, μισή ώρα.</li>
<li><strong lang="en">announcement</strong>: μια ανακοίνωση στην κορυφή της σελίδας που έχετε κλείσει, έναν χρόνο.</li>
<li>Στον χώρο αποθήκευσης του δικού σας προγράμματος περιήγησης: το καλάθι, το πρόχειρο μιας λίστας, τα λόγια σας προς τους οικοδεσπότες ώσπου να κλείσετε την καρτέλα, και η απάντησή σας στην ερώτηση για τα cookies.</li>
<li><strong lang="en">shop_session</strong>: του καταστήματος, για το δικό του καλάθι και τον λογαριασμό σας εκεί, τριάντα ημέρες.</li>
</ul>
<h2>Όσα θέλουν τη συγκατάθεσή σας</h2>
<p>Στατιστικά για το ποιες σελίδες χρησιμοποιούνται, ώστε να τις βελτιώνουμε. Πριν συμφωνήσετε, τίποτα δεν μετριέται και τίποτα δεν φεύγει από τη συσκευή σας. Το όχι είναι ένα κλικ, όσο και το ναι. Ονόματα, διευθύνσεις και τίτλοι λιστών δεν μπαίνουν ποτέ σε αυτά τα στατιστικά.</p>
<h2>Αν αλλάξετε γνώμη</h2>
<p>Χρησιμοποιήστε τον σύνδεσμο στο κάτω μέρος κάθε σελίδας. Αν αλλάξει αυτή η πολιτική, ρωτάμε ξανά.</p>`,
    },
  },
  {
    id: 36,
    parent: 0,
    path: '/accessibility',
    position: 17,
    inNavigation: false,
    updated: '2026-11-22',
    title: { en: 'Accessibility statement', el: 'Δήλωση προσβασιμότητας' },
    body: {
      en: `<h2>What we aim for</h2>
<p>Everyone should be able to give. The site is built to WCAG 2.2, level AA, and to the European standard EN 301 549, as Directive (EU) 2019/882 and Greek law 4994/2022 ask of online shops.</p>
<h2>What that means here</h2>
<ul>
<li>Every step, from finding a registry to the checkout, can be done with the keyboard.</li>
<li>Text can be enlarged to 200%, and pages reflow on a screen of 320 pixels.</li>
<li>Changes such as a filled cart or an error are announced to screen readers in the language of the page.</li>
<li>Nothing depends on colour alone, and movement stops if your device asks for less of it.</li>
<li>Giving works without JavaScript.</li>
</ul>
<h2>What does not work well yet</h2>
<p>The live preview of an invitation is visual; the same settings are also plain form fields. Pictures that hosts upload are described by the hosts’ names alone, not by what they show. Automated tests find some faults and not others: tell us what we missed.</p>
<h2>Tell us</h2>
<p>Write to <a href="mailto:access@doron.example">access@doron.example</a> or call <a href="tel:+302100000000">+30 210 000 0000</a> (this is a demonstration, so both are invented). A working shop answers within ten working days. If the answer does not help, you may turn to the supervising authority of your country.</p>`,
      el: `<h2>Τι επιδιώκουμε</h2>
<p>Όλοι πρέπει να μπορούν να κάνουν ένα δώρο. Ο ιστότοπος φτιάχνεται σύμφωνα με τις οδηγίες WCAG 2.2, επίπεδο AA, και το ευρωπαϊκό πρότυπο EN 301 549, όπως ζητούν από τα ηλεκτρονικά καταστήματα η Οδηγία (ΕΕ) 2019/882 και ο νόμος 4994/2022.</p>
<h2>Τι σημαίνει αυτό εδώ</h2>
<ul>
<li>Κάθε βήμα, από την αναζήτηση μιας λίστας έως το ταμείο, γίνεται και με το πληκτρολόγιο.</li>
<li>Το κείμενο μεγεθύνεται έως 200%, και οι σελίδες προσαρμόζονται σε οθόνη 320 εικονοστοιχείων.</li>
<li>Αλλαγές όπως ένα νέο δώρο στο καλάθι ή ένα λάθος ανακοινώνονται στους αναγνώστες οθόνης, στη γλώσσα της σελίδας.</li>
<li>Τίποτα δεν εξαρτάται μόνο από το χρώμα, και η κίνηση σταματά αν η συσκευή σας ζητά λιγότερη.</li>
<li>Μπορείτε να κάνετε δώρο και χωρίς JavaScript.</li>
</ul>
<h2>Τι δεν λειτουργεί ακόμη καλά</h2>
<p>Η ζωντανή προεπισκόπηση της πρόσκλησης είναι οπτική· οι ίδιες ρυθμίσεις υπάρχουν και ως απλά πεδία. Οι εικόνες που ανεβάζουν οι οικοδεσπότες περιγράφονται μόνο με τα ονόματά τους, όχι με το τι δείχνουν. Οι αυτόματοι έλεγχοι βρίσκουν ορισμένα λάθη και άλλα όχι: πείτε μας τι μας ξέφυγε.</p>
<h2>Πείτε μας</h2>
<p>Γράψτε στο <a href="mailto:access@doron.example">access@doron.example</a> ή τηλεφωνήστε στο <a href="tel:+302100000000">210 000 0000</a> (πρόκειται για επίδειξη, άρα και τα δύο είναι επινοημένα). Ένα κανονικό κατάστημα απαντά μέσα σε δέκα εργάσιμες ημέρες. Αν η απάντηση δεν σας καλύψει, μπορείτε να απευθυνθείτε στον Συνήγορο του Καταναλωτή.</p>`,
    },
  },
]

/** Terms of use, cookies, and accessibility. */
export const termsPages = termTexts.map(withChangeDate)
