package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.equivalence.EnglishWords.WordRole;
import dev.waggle.swarm.equivalence.TextToken.TokenKind;

/**
 * Canonical form of an English text. A sentence is a set of clauses. A clause is its verb and objects in order, its
 * prepositional parts by preposition, and its conditions and comparisons.
 *
 * <pre>
 *   After ninety days, the archive should be moved to cold storage.
 *   Move the archive to cold storage after 90 days.
 *                              both: [move archive] (to [cold storage]) after [90 day]
 * </pre>
 *
 * <p>A passive becomes active, {@code X of Y} becomes {@code Y X}, a part may stand before or behind its clause, and
 * two single words around "and" have no order. Everything else keeps its order. Linear in the text.
 */
final class ClauseParser {

    private static final EnglishWords ENGLISH = EnglishWords.INSTALLED;

    private static final Set<String> RATES = Set.of("second", "minute", "hour", "day", "week", "month", "year");
    /** Verbs before the deed that they begin or end: "stop using". */
    private static final Set<String> PHASES = Set.of("stop", "start", "begin", "continue", "keep", "avoid", "consider");
    /** Words of a wish or duty: the reason of one is no part of what it says. */
    private static final Set<String> WISHES = Set.of("should", "must", "ought", "let", "please");

    /** Maximum number of words between a form of be and its participle; it keeps the work linear. */
    private static final int MAX_SKIPPED = 8;

    private final List<TextToken> tokens;
    private final List<String> sentences = new ArrayList<>();
    private SentenceForm sentence = new SentenceForm();
    private int at;
    private int clauseAt;
    private int sentenceAt;

    private ClauseParser(List<TextToken> tokens) {
        this.tokens = tokens;
    }

    /** Canonical form of the tokens; empty when no word has content. */
    static String canonical(List<TextToken> tokens) {
        ClauseParser parser = new ClauseParser(PhraseReplacer.replace(TokenOrder.arranged(tokens)));
        while (parser.at < parser.tokens.size()) {
            parser.next();
        }
        parser.endSentence();
        return String.join(" . ", parser.sentences);
    }

    private void next() {
        TextToken token = tokens.get(at);
        switch (token.kind()) {
            case BREAK -> endSentence();
            case COMMA -> sentence.endFronted();
            case NUMBER, CODE -> sentence.add(token.word(), at);
            case WORD -> word(token);
        }
        at++;
    }

    private void word(TextToken token) {
        if (role(at) == WordRole.CONTENT && at > 0 && isTime(at - 1) && !isTime(at) && sentence.isInPart("when")) {
            sentence.endFronted(); // "On Monday deploy" needs no comma.
        }
        switch (role(at)) {
            case CONTENT -> content(token);
            case DROPPED -> article(token);
            case AUXILIARY -> {
                sentence.endSubject();
                perfect(token);
            }
            case BE -> be();
            case NOT -> not(token);
            case MODAL -> {
                sentence.endSubject();
                sentence.flag(ENGLISH.keyOf(token.word()));
            }
            case WEAK -> preposition(token);
            case STRONG -> sentence.condition(isReason(token, at) ? "because" : ENGLISH.keyOf(token.word()));
            case AND -> coordinate("and");
            case OR -> coordinate("or");
            case THEN -> sentence.then();
        }
    }

    private void article(TextToken token) {
        if (token.is("just") && !sentence.isAtBegin()) {
            sentence.add(ENGLISH.keyOf("only"), at);
        }
        if ((token.is("me") || token.is("you")) && !sentence.isAtBegin()) {
            sentence.add(token.word(), at);
        }
        boolean isArticle = token.is("a") || token.is("an");
        if (isArticle && at > 0 && role(at - 1) == WordRole.CONTENT && at + 1 < tokens.size()
                && RATES.contains(tokens.get(at + 1).word())) {
            sentence.part("per", at);
        } else if (isArticle || token.is("the")) {
            sentence.article();
        }
    }

    /** "We have fixed" is done; "fix" is to do. */
    private void perfect(TextToken token) {
        boolean isHave = token.is("have") || token.is("has") || token.is("had");
        boolean isBefore = at + 1 < tokens.size() && tokens.get(at + 1).kind() == TokenKind.WORD
                && (isParticiple(tokens.get(at + 1)) || tokens.get(at + 1).is("been"));
        if (isHave && isBefore) {
            sentence.state("done");
        } else if (token.is("will") || token.is("would")) {
            sentence.state(token.word()); // What will be is no wish.
        } else if (token.is("had") || token.is("did")) {
            sentence.state(SentenceForm.PAST);
        }
    }

    /** "Since it leaks" is a reason, "since Monday" is a time. */
    private boolean isReason(TextToken token, int index) {
        return (token.is("since") || token.is("as")) && index + 1 < tokens.size()
                && ENGLISH.isPronoun(tokens.get(index + 1).word());
    }

    private boolean isTime(int index) {
        TextToken token = tokens.get(index);
        return token.word().startsWith(TextToken.DATE) || ENGLISH.isTime(token.word());
    }

    /** A verb at the begin of a clause, such as "using", is no preposition. */
    private void preposition(TextToken token) {
        String key = ENGLISH.keyOf(token.word());
        TextToken next = at + 1 < tokens.size() ? tokens.get(at + 1) : token;
        if (isReason(token, at)) {
            sentence.condition("because");
        } else if (next.kind() == TokenKind.NUMBER && (token.is("about") || token.is("around"))) {
            sentence.add(ENGLISH.keyOf("approximately"), at);
        } else if (token.is("using")
                && (sentence.isAtBegin() || (at > 0 && PHASES.contains(tokens.get(at - 1).word())))) {
            sentence.add(ENGLISH.keyOf("use"), at);
        } else if (next.kind() == TokenKind.NUMBER && (token.is("over") || token.is("under"))) {
            sentence.part(token.is("over") ? "above" : "below", at);
        } else if ((key.equals("in") || key.equals("on"))
                && (next.word().startsWith(TextToken.DATE) || ENGLISH.isTime(next.word()))) {
            sentence.part("when", at);
        } else if (token.is("for") && next.kind() == TokenKind.WORD && next.word().endsWith("ing")) {
            sentence.part("to", at);
        } else if (token.is("by") && isArticle(at + 1)) {
            sentence.agent();
        } else {
            sentence.part(key, at);
        }
    }

    private void content(TextToken token) {
        boolean isUpTo = token.is("up") && at + 2 < tokens.size() && tokens.get(at + 1).is("to")
                && tokens.get(at + 2).kind() == TokenKind.NUMBER;
        boolean isFirst = token.is("first") && (at == 0 || tokens.get(at - 1).kind() != TokenKind.WORD
                || role(at - 1) != WordRole.DROPPED);
        if (isUpTo) {
            sentence.add(ENGLISH.keyOf("maximum"), at);
            at++;
        } else if ((ENGLISH.isFloating(token.word()) || isFirst) && !token.isName()) {
            sentence.adverb(ENGLISH.keyOf(token.word()));
        } else {
            boolean isPast = ENGLISH.isPast(token.word()) || ENGLISH.isPast(token.text());
            if (isPast && !token.isName() && !sentence.isBehindPassive()) {
                sentence.state(SentenceForm.PAST);
            }
            sentence.add(ENGLISH.keyOf(token.word()), at);
        }
    }

    /** A passive puts its verb first; another form of be separates subject and complement. */
    private void be() {
        int verb = at + 1;
        while (verb < tokens.size() && verb - at <= MAX_SKIPPED && isSkipped(verb)) {
            verb++;
        }
        boolean isPassive = verb < tokens.size() && tokens.get(verb).kind() == TokenKind.WORD
                && role(verb) != WordRole.WEAK && isParticiple(tokens.get(verb));
        if (!isPassive) {
            complement();
            return;
        }
        if (tokens.get(at).is("was") || tokens.get(at).is("were")) {
            sentence.state(SentenceForm.PAST);
        } else if (tokens.get(at).is("is") || tokens.get(at).is("are")) {
            sentence.state("state"); // "The bug is fixed" asks for nothing.
        }
        for (int i = at + 1; i < verb; i++) {
            skipped(tokens.get(i), i);
        }
        String key = ENGLISH.keyOf(tokens.get(verb).word());
        if (key.equals(ENGLISH.keyOf("avoid"))) {
            boolean isDeed = tokens.get(Math.min(clauseAt, verb)).word().endsWith("ing");
            if (isDeed) {
                sentence.passive();
            } else {
                sentence.passive(ENGLISH.keyOf("use")); // As in "avoid the cache".
            }
            sentence.flag("not");
        } else if (verb + 1 < tokens.size() && ENGLISH.isParticle(tokens.get(verb + 1).word())) {
            sentence.passive(ENGLISH.keyOf(tokens.get(verb + 1).word()));
            sentence.passive(key);
            verb++;
        } else {
            sentence.passive(key);
        }
        at = verb;
    }

    /** True for words between be and its participle. */
    private boolean isSkipped(int index) {
        TextToken token = tokens.get(index);
        return token.kind() == TokenKind.WORD && !isParticiple(token)
                && (role(index) == WordRole.NOT || role(index) == WordRole.BE || ENGLISH.isFloating(token.word()));
    }

    private static boolean isParticiple(TextToken token) {
        return ENGLISH.isParticiple(token.word()) || ENGLISH.isParticiple(token.text());
    }

    /** "X should be Y" asks to make X Y; "the X is Y" and "Y is the X" say the same. */
    private void complement() {
        boolean isWish = at > 0 && (tokens.get(at - 1).is("should") || tokens.get(at - 1).is("must"));
        if (isWish && sentence.isInMain()) {
            sentence.passive("make");
        } else {
            if (tokens.get(at).is("was") || tokens.get(at).is("were")) {
                sentence.state(SentenceForm.PAST);
            }
            boolean isIdentity = isThe(at + 1) || isThe(clauseAt);
            sentence.complement(isIdentity, at);
        }
    }

    private boolean isThe(int index) {
        return index < tokens.size() && tokens.get(index).is("the");
    }

    private void skipped(TextToken token, int index) {
        if (role(index) == WordRole.NOT) {
            sentence.flag(negation(token));
        } else if (role(index) == WordRole.CONTENT) {
            sentence.adverb(ENGLISH.keyOf(token.word()));
        }
    }

    /** Not beside an auxiliary, or at the begin of a clause, denies the clause; elsewhere, and before "all", the next word. */
    private void not(TextToken token) {
        boolean beside = at > 0
                && (isVerbal(at - 1) || (at > 1 && role(at - 1) == WordRole.DROPPED && isVerbal(at - 2)));
        boolean isPartial = at + 1 < tokens.size() && ENGLISH.isQuantity(tokens.get(at + 1).word());
        if (!isPartial && (beside || sentence.isAtBegin())) {
            sentence.flag(negation(token));
        } else {
            sentence.add(negation(token), at);
        }
        boolean isThing = token.is("avoid") && at + 1 < tokens.size() && tokens.get(at + 1).kind() == TokenKind.WORD
                && !tokens.get(at + 1).word().endsWith("ing");
        if (isThing && sentence.isAtBegin()) {
            sentence.add(ENGLISH.keyOf("use"), at);
        }
    }

    private static String negation(TextToken token) {
        return token.is("never") ? "never" : "not";
    }

    private boolean isVerbal(int index) {
        if (tokens.get(index).kind() != TokenKind.WORD) {
            return false;
        }
        return switch (role(index)) {
            case AUXILIARY, BE, MODAL -> true;
            case CONTENT, DROPPED, NOT, WEAK, STRONG, AND, OR, THEN -> false;
        };
    }

    /** Two single words around the conjunction are a pair without order; else a new clause begins. */
    private void coordinate(String conjunction) {
        int right = at + 1;
        while (right < tokens.size() && (role(right) == WordRole.DROPPED || sentence.isInPart(partAt(right)))) {
            right++;
        }
        int behind = right + 1;
        while (behind < tokens.size() && role(behind) == WordRole.DROPPED) {
            behind++;
        }
        boolean isWord = right < tokens.size() && tokens.get(right).kind() != TokenKind.NUMBER
                && role(right) == WordRole.CONTENT && tokens.get(right).kind() != TokenKind.COMMA
                && tokens.get(right).kind() != TokenKind.BREAK;
        WordRole after = behind < tokens.size() ? role(behind) : WordRole.THEN;
        boolean isAlone = behind >= tokens.size() || after != WordRole.CONTENT
                || tokens.get(behind).kind() == TokenKind.BREAK || tokens.get(behind).kind() == TokenKind.COMMA;
        boolean isSubject = after == WordRole.BE || after == WordRole.AUXILIARY || after == WordRole.MODAL;
        boolean isBut = tokens.get(at).is("but"); // "Not red but blue" has an order.
        if (isWord && isAlone && !isBut && sentence.canPair(at, isSubject)
                && isArticle(at - 2) == isArticle(right - 1)) {
            TextToken token = tokens.get(right);
            sentence.pair(token.kind() == TokenKind.WORD ? ENGLISH.keyOf(token.word()) : token.word(), conjunction);
            at = right;
        } else {
            sentence.coordinate(conjunction);
            clauseAt = at + 1;
        }
    }

    /** True for a word without content before a noun; both parts of a pair have one, or none has. */
    private boolean isArticle(int index) {
        return index >= 0 && index < tokens.size() && tokens.get(index).kind() == TokenKind.WORD
                && role(index) == WordRole.DROPPED;
    }

    private String partAt(int index) {
        return role(index) == WordRole.WEAK ? ENGLISH.keyOf(tokens.get(index).word()) : "";
    }

    /** The role of a token; a capital letter inside a sentence makes a name of a word. */
    private WordRole role(int index) {
        TextToken token = tokens.get(index);
        return token.kind() != TokenKind.WORD || token.isName() || isLabel(index) ? WordRole.CONTENT
                : ENGLISH.role(token.word());
    }

    /** True for a single letter without a word behind it: the a of "option a". */
    private boolean isLabel(int index) {
        return tokens.get(index).word().length() == 1 && (index + 1 >= tokens.size()
                || tokens.get(index + 1).kind() == TokenKind.BREAK || tokens.get(index + 1).kind() == TokenKind.COMMA);
    }

    /**
     * True if the sentence from there on tells what is: its cause is then a part of what it says. It begins with a noun
     * phrase or a plural and has no word of a wish. A past or a present of the third person makes one too.
     */
    private boolean isStatement(int from) {
        boolean isReason = false;
        boolean begins = true;
        boolean isStatement = false;
        for (int i = from; i < tokens.size() && tokens.get(i).kind() != TokenKind.BREAK; i++) {
            TextToken token = tokens.get(i);
            if (WISHES.contains(token.word()) || ENGLISH.role(token.word()) == WordRole.MODAL) {
                return false;
            }
            if (token.kind() == TokenKind.COMMA) {
                isReason = false;
                begins = true;
            } else if (token.is("because") || isReason(token, i)) {
                isReason = true;
            } else if (!isReason) {
                isStatement |= begins ? isSubject(token) : isFinite(token) || isPastVerb(i);
                begins = false;
            }
        }
        return isStatement;
    }

    /** True for the past of a verb: "rose", and "increased" without an object. */
    private boolean isPastVerb(int index) {
        TextToken token = tokens.get(index);
        boolean isPast = token.kind() == TokenKind.WORD && !token.isName() && ENGLISH.isPast(token.word());
        return isPast && (!token.word().endsWith("ed") || index + 1 >= tokens.size()
                || tokens.get(index + 1).kind() != TokenKind.WORD || role(index + 1) == WordRole.STRONG
                || role(index + 1) == WordRole.WEAK);
    }

    private static boolean isSubject(TextToken token) {
        boolean isPlural = token.kind() == TokenKind.WORD && token.word().length() > 4
                && ENGLISH.role(token.word()) == WordRole.CONTENT && ENGLISH.isPlural(token.word());
        return isPlural || token.is("the") || token.is("a") || token.is("an") || token.is("no")
                || ENGLISH.isPronoun(token.word()) || (token.kind() == TokenKind.WORD && token.word().endsWith("ing"));
    }

    private static boolean isFinite(TextToken token) {
        return switch (token.word()) {
            case "is", "are", "was", "were", "has", "had", "did", "does", "will" -> true;
            default -> false;
        };
    }

    private void endSentence() {
        sentence.tell(isStatement(sentenceAt));
        sentenceAt = at + 1;
        String form = sentence.canonical();
        if (!form.isEmpty()) {
            sentences.add(form);
        }
        sentence = new SentenceForm();
        clauseAt = at + 1;
    }
}
