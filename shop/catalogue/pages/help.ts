import type { ContentPage } from '../types.ts'
import { withChangeDate } from './with-change-date.ts'

/** Questions, payment, delivery and returns. */
export const helpPages: ContentPage[] = [
  {
    id: 27,
    parent: 0,
    path: '/faq',
    position: 11,
    inNavigation: false,
    updated: '2026-11-22',
    title: { en: 'Frequently asked questions', el: 'Συχνές ερωτήσεις' },
    body: {
      en: `<h2>Creating a registry</h2>
<h3>What does it cost?</h3>
<p>Nothing, for hosts and for guests. The shop earns from what it sells.</p>
<h3>Our date is not decided yet.</h3>
<p>Tick “Not decided yet”. Guests read that too, and you can set the date whenever you know it.</p>
<h3>Who can see the registry?</h3>
<p>Public: everyone, and it appears in search. By link: whoever has the link. Private: you alone. You may change this at any time.</p>
<h3>Do guests see our address?</h3>
<p>No. Guests choose “Deliver to the hosts”, and only the shop knows where that is.</p>
<h2>Giving</h2>
<h3>Do I need an account?</h3>
<p>No. You choose, pay, and receive a receipt by e-mail.</p>
<h3>Can somebody else buy the gift while I am paying?</h3>
<p>It is held for you for fifteen minutes. If it happens all the same, both gifts count: the second one becomes smart change for the hosts, and they are told.</p>
<h3>How much do I have to put into a group gift?</h3>
<p>At least five euros, or what is still missing if that is less. You cannot give more than is missing.</p>
<h3>Can I stay anonymous?</h3>
<p>Yes. You choose how you appear: with your name, with initials or not at all.</p>
<h3>The cart asks me to begin again. Why?</h3>
<p>A cart belongs to one registry. If you add a gift from a second one, we ask before the first is put away.</p>
<h2>Money</h2>
<h3>What is smart change?</h3>
<p>What is left over: the cents above a group gift’s price, a gift given twice, a refund kept in the shop. The hosts send it to another gift or to a gift card.</p>
<h3>A group gift was not completed. What now?</h3>
<p>The money is the hosts’. They can move it to another open gift or take it as a gift card. What they leave untouched becomes a gift card on the closing date.</p>
<h3>The price of a gift has changed.</h3>
<p>Money that was collected keeps its worth. The missing amount follows the new price, and the hosts are told.</p>
<h2>At the end</h2>
<h3>What happens on the closing date?</h3>
<p>The registry stays visible but nothing more can be given. Money that is not yet a gift is sent to the hosts as one gift card. Moving the date into the future opens the registry again.</p>
<h3>How do we close our account?</h3>
<p>On the account’s page you can download your data and deactivate the account. Your registries close, and for fourteen days you may come back by signing in; then everything about you is erased. The shop keeps its orders, as the law asks.</p>`,
      el: `<h2>Δημιουργία λίστας</h2>
<h3>Πόσο κοστίζει;</h3>
<p>Τίποτα, ούτε για τους οικοδεσπότες ούτε για τους καλεσμένους. Το κατάστημα κερδίζει από όσα πουλά.</p>
<h3>Δεν έχουμε αποφασίσει ημερομηνία.</h3>
<p>Επιλέξτε «Η ημερομηνία δεν έχει αποφασιστεί». Το ίδιο θα διαβάζουν και οι καλεσμένοι, και τη συμπληρώνετε όποτε τη μάθετε.</p>
<h3>Ποιος βλέπει τη λίστα;</h3>
<p>Δημόσια: όλοι, και εμφανίζεται στην αναζήτηση. Μόνο με σύνδεσμο: όποιος έχει τον σύνδεσμο. Ιδιωτική: μόνο εσείς. Το αλλάζετε όποτε θέλετε.</p>
<h3>Βλέπουν οι καλεσμένοι τη διεύθυνσή μας;</h3>
<p>Όχι. Επιλέγουν «Αποστολή στους οικοδεσπότες», και τη διεύθυνση την ξέρει μόνο το κατάστημα.</p>
<h2>Πώς κάνω ένα δώρο</h2>
<h3>Χρειάζομαι λογαριασμό;</h3>
<p>Όχι. Διαλέγετε, πληρώνετε και παίρνετε απόδειξη με e‑mail.</p>
<h3>Μπορεί να το αγοράσει άλλος όσο πληρώνω;</h3>
<p>Κρατιέται για εσάς δεκαπέντε λεπτά. Αν συμβεί παρ’\u00a0όλα αυτά, μετρούν και τα δύο: το δεύτερο γίνεται έξυπνα ρέστα για τους οικοδεσπότες, και ειδοποιούνται.</p>
<h3>Πόσα πρέπει να βάλω σε ένα ομαδικό δώρο;</h3>
<p>Τουλάχιστον πέντε ευρώ, ή όσα λείπουν, αν είναι λιγότερα. Περισσότερα από όσα λείπουν δεν μπορείτε να δώσετε.</p>
<h3>Μπορώ να μείνω ανώνυμος;</h3>
<p>Ναι. Διαλέγετε πώς θα φαίνεστε: με το όνομά σας, με αρχικά ή καθόλου.</p>
<h3>Το καλάθι μού ζητά να αρχίσω από την αρχή. Γιατί;</h3>
<p>Κάθε καλάθι ανήκει σε μία λίστα. Αν προσθέσετε δώρο από δεύτερη, σας ρωτάμε πριν αδειάσει το πρώτο.</p>
<h2>Χρήματα</h2>
<h3>Τι είναι τα έξυπνα ρέστα;</h3>
<p>Ό,τι περισσεύει: τα λεπτά πάνω από την τιμή ενός ομαδικού δώρου, ένα δώρο που δόθηκε δύο φορές, μια επιστροφή που έμεινε στο κατάστημα. Οι οικοδεσπότες τα στέλνουν σε άλλο δώρο ή σε δωροκάρτα.</p>
<h3>Ένα ομαδικό δώρο δεν συμπληρώθηκε. Τι γίνεται;</h3>
<p>Τα χρήματα είναι των οικοδεσποτών. Τα μεταφέρουν σε άλλο διαθέσιμο δώρο ή τα παίρνουν σε δωροκάρτα. Όσα δεν αγγίξουν γίνονται δωροκάρτα την ημερομηνία λήξης.</p>
<h3>Άλλαξε η τιμή ενός δώρου.</h3>
<p>Όσα μαζεύτηκαν κρατούν την αξία τους. Το ποσό που λείπει ακολουθεί τη νέα τιμή, και οι οικοδεσπότες ειδοποιούνται.</p>
<h2>Στο τέλος</h2>
<h3>Τι γίνεται την ημερομηνία λήξης;</h3>
<p>Η λίστα μένει ορατή, αλλά δεν μπορεί να δοθεί τίποτε άλλο. Όσα χρήματα δεν έγιναν δώρο στέλνονται στους οικοδεσπότες ως μία δωροκάρτα. Αν μεταθέσετε την ημερομηνία στο μέλλον, η λίστα ανοίγει ξανά.</p>
<h3>Πώς κλείνουμε τον λογαριασμό;</h3>
<p>Στη σελίδα του λογαριασμού κατεβάζετε τα δεδομένα σας και τον απενεργοποιείτε. Οι λίστες σας κλείνουν, και για δεκατέσσερις ημέρες μπορείτε να επιστρέψετε με μια απλή σύνδεση· ύστερα διαγράφεται ό,τι σας αφορά. Τις παραγγελίες τις κρατά το κατάστημα, όπως ορίζει ο νόμος.</p>`,
    },
  },
  withChangeDate({
    id: 28,
    parent: 0,
    path: '/payment-delivery-returns-policy',
    position: 12,
    inNavigation: false,
    updated: '2026-11-22',
    title: { en: 'Payment, delivery and returns', el: 'Πληρωμή, αποστολή και επιστροφές' },
    body: {
      en: `<p>This is a demonstration shop: payments are tests and nothing is sent. The rules below are those that a working shop would keep.</p>
<h2>Payment</h2>
<p>You pay in the shop’s checkout. We never see or keep the number of your card. All prices are in euros and include VAT; gift cards and contributions carry none, because VAT is charged on what they buy.</p>
<h2>Delivery</h2>
<p>Goods in stock leave within two working days and arrive in two to five. Furniture is delivered by appointment, to your floor. The cost is shown before you pay. Vouchers come by e-mail; the code of a gift card is on the page of the order at once.</p>
<p>Gifts can be delivered to the guest or to the hosts. The hosts’ address is known to the shop and its courier alone.</p>
<h2>Returns</h2>
<p>Within fourteen days of delivery you may withdraw without giving a reason. Write to us with the number of the order; within fourteen days of your notice we refund what you paid, including the standard delivery cost, in the way you paid. We may wait for the goods before we do.</p>
<p>Engraved or embroidered pieces, opened hygiene articles, and experiences booked for a fixed day are excepted, unless they are faulty. The legal guarantee of two years holds for everything.</p>
<h2>When a gift is returned</h2>
<p>A refund goes to the person who paid. If that person prefers to leave the amount with the hosts, it is kept in the shop as smart change. The gift is then wished for again.</p>`,
      el: `<p>Πρόκειται για κατάστημα επίδειξης: οι πληρωμές είναι δοκιμαστικές και τίποτα δεν αποστέλλεται. Οι παρακάτω κανόνες είναι όσοι θα τηρούσε ένα κανονικό κατάστημα.</p>
<h2>Πληρωμή</h2>
<p>Πληρώνετε στο ταμείο του καταστήματος. Τον αριθμό της κάρτας σας ούτε τον βλέπουμε ούτε τον κρατάμε. Οι τιμές είναι σε ευρώ και περιλαμβάνουν ΦΠΑ· οι δωροκάρτες και οι συμμετοχές δεν έχουν, γιατί ο ΦΠΑ χρεώνεται σε ό,τι αγοράζουν.</p>
<h2>Αποστολή</h2>
<p>Ό,τι υπάρχει στην αποθήκη φεύγει μέσα σε δύο εργάσιμες ημέρες και φτάνει σε δύο έως πέντε. Τα έπιπλα παραδίδονται με ραντεβού, στον όροφό σας. Το κόστος εμφανίζεται πριν πληρώσετε. Τα κουπόνια έρχονται με e‑mail· ο κωδικός μιας δωροκάρτας εμφανίζεται αμέσως στη σελίδα της παραγγελίας.</p>
<p>Τα δώρα παραδίδονται στον καλεσμένο ή στους οικοδεσπότες. Τη διεύθυνση των οικοδεσποτών τη γνωρίζουν μόνο το κατάστημα και ο κούριερ του.</p>
<h2>Επιστροφές</h2>
<p>Μέσα σε δεκατέσσερις ημέρες από την παράδοση μπορείτε να υπαναχωρήσετε χωρίς εξηγήσεις. Γράψτε μας τον αριθμό της παραγγελίας· μέσα σε δεκατέσσερις ημέρες από τη δήλωσή σας επιστρέφουμε όσα πληρώσατε, μαζί με τα βασικά έξοδα αποστολής, με τον τρόπο που πληρώσατε. Ίσως περιμένουμε πρώτα να γυρίσει το προϊόν.</p>
<p>Εξαιρούνται κομμάτια με χάραξη ή κέντημα, είδη υγιεινής που ανοίχτηκαν και εμπειρίες κλεισμένες για ορισμένη ημέρα, εκτός αν είναι ελαττωματικά. Η νόμιμη εγγύηση δύο χρόνων ισχύει για όλα.</p>
<h2>Όταν επιστρέφεται ένα δώρο</h2>
<p>Τα χρήματα επιστρέφονται σε όποιον πλήρωσε. Αν προτιμά να τα αφήσει στους οικοδεσπότες, μένουν στο κατάστημα ως έξυπνα ρέστα. Το δώρο είναι ξανά διαθέσιμο στη λίστα.</p>`,
    },
  }),
]
