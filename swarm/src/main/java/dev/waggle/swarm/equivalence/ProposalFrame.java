package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.equivalence.TextToken.TokenKind;

/**
 * Removes the words that say that a sentence is a proposal, and of whom. Examples are "I would suggest that we",
 * "let's", "the best option is to" and "wir sollten". A negation behind them stays. Linear in the text.
 */
final class ProposalFrame {

    private static final Set<String> OPENERS = Set.of("so", "therefore", "thus", "hence", "ok", "okay", "please",
            "overall", "ultimately", "personally", "honestly", "clearly", "basically", "kindly");
    private static final Set<String> SUBJECTS = Set.of("i", "we", "you", "one", "everyone");
    private static final Set<
            String> WISHES = Set.of("would", "should", "could", "ought", "need", "must", "will", "shall",
                    "might", "strongly", "also", "really", "just", "simply", "probably", "definitely", "still",
                    "certainly", "better");
    private static final Set<String> OBLIGATIONS = Set.of("would", "should", "could", "ought", "need", "must", "will",
            "shall", "better");
    private static final Set<String> SPEECH = Set.of("propose", "proposed", "suggest", "recommend", "advise", "think",
            "believe", "feel", "say", "vote", "prefer", "favor", "favour", "advocate", "argue", "like", "opt", "go",
            "support", "urge", "agree", "move", "choose", "want", "proposing", "suggesting", "recommending");
    private static final Set<String> CHOICES = Set.of("go", "opt", "vote");
    private static final Set<
            String> KINDS = Set.of("best", "right", "better", "safest", "simplest", "easiest", "correct",
                    "preferred", "first", "final", "only", "main", "sensible", "logical", "wisest");
    private static final Set<String> NOUNS = Set.of("option", "choice", "approach", "solution", "proposal",
            "recommendation", "suggestion", "plan", "idea", "way", "answer", "move", "course", "preference", "vote",
            "strategy", "advice", "thing");
    private static final Set<
            String> FIT = Set.of("best", "better", "good", "wise", "advisable", "preferable", "sensible",
                    "smart", "reasonable", "prudent", "ideal", "important", "necessary", "essential");
    private static final List<List<String>> FOREIGN = words("ich schlage vor", "ich würde vorschlagen", "ich empfehle",
            "mein vorschlag ist", "wir schlagen vor", "dass wir", "wir sollten", "wir müssen", "wir könnten",
            "man sollte",
            "lasst uns", "lass uns", "lassen sie uns", "bitte", "propongo que", "propongo", "sugiero que", "sugiero",
            "recomiendo", "deberíamos", "debemos", "hay que", "tenemos que", "vamos a", "mi propuesta es", "por favor",
            "je propose de", "je propose d", "je propose que nous", "je suggère de", "je suggère d", "je recommande de",
            "je recommande d", "nous devrions", "nous devons", "il faudrait", "il faut", "on devrait", "propongo di",
            "dovremmo", "dobbiamo", "bisogna", "proponho", "devemos", "deveríamos", "ik stel voor om", "ik stel voor",
            "we moeten", "laten we");

    private final List<TextToken> from;
    private final List<TextToken> kept = new ArrayList<>();
    private int at;

    private ProposalFrame(List<TextToken> from) {
        this.from = from;
    }

    static List<TextToken> stripped(List<TextToken> tokens) {
        ProposalFrame frame = new ProposalFrame(tokens);
        boolean isStart = true;
        while (frame.at < tokens.size()) {
            if (isStart) {
                frame.start();
            }
            if (frame.at < tokens.size()) {
                TextToken token = tokens.get(frame.at++);
                isStart = token.kind() == TokenKind.BREAK;
                frame.keep(token);
            }
        }
        return frame.kept.isEmpty() ? tokens : frame.kept;
    }

    private void keep(TextToken token) {
        boolean isGermanTo = token.is("zu") && at + 1 <= from.size() && isEnd(at + 1) && at < from.size();
        if (!isGermanTo) {
            kept.add(token);
        }
    }

    /** Steps over the frames at the begin of a sentence; each step consumes words or is the last one. */
    private void start() {
        int before;
        do {
            before = at;
            opener();
            subject();
            speechless();
            noun();
            foreign();
        } while (at > before && at < from.size());
    }

    private void opener() {
        boolean isModest = (is(at, "maybe") || is(at, "perhaps")) && (is(at + 1, "we") || is(at + 1, "you"));
        at += isModest ? 1 : 0; // "Perhaps it is a bug" is a doubt, "perhaps we should" is a way to propose.
        while (at < from.size() && (isWord(at, OPENERS) || from.get(at).kind() == TokenKind.COMMA)) {
            at++;
        }
        if (is(at, "in", "my", "opinion") || is(at, "in", "my", "view") || is(at, "in", "our", "view")) {
            at += 3;
        }
    }

    /** "I would suggest that", "we should". */
    private void subject() {
        if (is(at, "go", "for") || is(at, "go", "with") || is(at, "opt", "for")) {
            at += 2;
            if (!isGerund(at)) {
                kept.add(new TextToken("use", "use", TokenKind.WORD, true));
            }
            return;
        }
        if (is(at, "let", "us")) {
            at += 2;
            return;
        }
        if (!isWord(at, SUBJECTS) && !is(at, "that", "we")) {
            return;
        }
        int next = at + (is(at, "that") ? 2 : 1);
        boolean isOurs = is(next - 1, "we") || is(next - 1, "you") || is(next - 1, "i") || is(next - 1, "one");
        boolean isObliged = false;
        while ((isWord(next, WISHES) && !is(next, "need", "not")) || (is(next, "have", "to") && next > at)
                || is(next, "had", "better")
                || (isObliged && is(next, "to")) || (isObliged && is(next, "be", "better"))) {
            isObliged |= isWord(next, OBLIGATIONS) || is(next, "have");
            next += is(next, "have", "to") ? 2 : 1;
        }
        if (isOurs && isWord(next, SPEECH) && (!is(next, "like") || isObliged) && connected(next + 1)) {
            boolean isChoice = isWord(next, CHOICES);
            next++;
            if (isChoice) {
                next++;
                if (!isGerund(next)) {
                    kept.add(new TextToken("use", "use", TokenKind.WORD, true));
                }
                at = next;
                return;
            }
            connectors(next);
        } else if (isOurs && isObliged) {
            at = next;
        } else if (is(at, "that", "we")) {
            at += 2;
        }
    }

    /** True if the word behind a verb of speech begins what is proposed. */
    private boolean connected(int next) {
        if (isWord(next - 1, CHOICES)) {
            return is(next, "for") || is(next, "with");
        }
        boolean isVerbAlone = is(next - 1, "move") || is(next - 1, "choose") || is(next - 1, "say")
                || is(next - 1, "support") || is(next - 1, "agree") || is(next - 1, "want") || is(next - 1, "like")
                || is(next - 1, "prefer");
        return !isVerbAlone || is(next, "that") || is(next, "to") || is(next, "we") || isGerund(next);
    }

    private void connectors(int start) {
        int next = start;
        while (next < from.size() && (is(next, "that") || is(next, "to") || from.get(next).kind() == TokenKind.COMMA
                || from.get(next).kind() == TokenKind.BREAK)) {
            next++;
        }
        at = next;
    }

    /** "It would be best to", "how about", "why not". */
    private void speechless() {
        int next = at;
        if (is(at, "it", "is") || is(at, "it", "would", "be") || is(at, "it", "makes") || is(at, "it", "seems")) {
            next += is(at, "it", "would") ? 3 : 2;
            if (isWord(next, FIT) || is(next, "sense")) {
                next++;
                boolean isFor = is(next, "for") && (is(next + 1, "us") || is(next + 1, "you"));
                next += isFor ? 2 : 0;
                if (is(next, "to") || is(next, "that", "we") || is(next, "if", "we")) {
                    at = next + (is(next, "to") ? 1 : 2);
                }
            }
        } else if (is(at, "how", "about") || is(at, "what", "about") || is(at, "why", "not")) {
            at += 2;
        }
    }

    /** "The best option is to". */
    private void noun() {
        int next = at;
        if (is(next, "the") || is(next, "my") || is(next, "our")) {
            next++;
        } else {
            return;
        }
        while (isWord(next, KINDS)) {
            next++;
        }
        if (!isWord(next, NOUNS)) {
            return;
        }
        next += is(next + 1, "here") || is(next + 1, "forward") ? 2 : 1;
        int verb = is(next, "is") ? 1 : is(next, "would", "be") ? 2 : 0;
        next += verb;
        if (verb > 0 && (is(next, "to") || is(next, "that") || isGerund(next))) {
            connectors(next);
        }
    }

    private void foreign() {
        for (List<String> frame : FOREIGN) {
            boolean isFrame = at + frame.size() < from.size() && is(at, frame.toArray(String[]::new))
                    && from.get(at + frame.size()).kind() != TokenKind.BREAK;
            if (isFrame) {
                at += frame.size();
                while (at < from.size() && from.get(at).kind() == TokenKind.COMMA) {
                    at++;
                }
                return;
            }
        }
    }

    private boolean isGerund(int index) {
        return index < from.size() && from.get(index).kind() == TokenKind.WORD && from.get(index).word().length() > 4
                && from.get(index).word().endsWith("ing");
    }

    private boolean isEnd(int index) {
        return index >= from.size() || from.get(index).kind() == TokenKind.BREAK
                || from.get(index).kind() == TokenKind.COMMA;
    }

    private boolean isWord(int index, Set<String> words) {
        return index >= 0 && index < from.size() && from.get(index).kind() == TokenKind.WORD
                && words.contains(from.get(index).word());
    }

    private boolean is(int index, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (index + i >= from.size() || !from.get(index + i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    private static List<List<String>> words(String... frames) {
        return Arrays.stream(frames).map(frame -> List.of(frame.split(" ", -1)))
                .sorted((one, other) -> Integer.compare(other.size(), one.size())).toList();
    }
}
