package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.equivalence.EnglishWords.WordRole;
import dev.waggle.swarm.equivalence.TextToken.TokenKind;

/**
 * Order of tokens where it has no meaning. The particle stands behind its verb ("turn the flag off"). Single words of a
 * list are sorted ("use B, C and A"). Linear in the tokens.
 */
final class TokenOrder {

    private static final EnglishWords ENGLISH = EnglishWords.INSTALLED;
    private static final Set<
            String> SEPARABLE = Set.of("turn", "switch", "roll", "set", "shut", "back", "scale", "call",
                    "put", "push", "pay", "cut", "speed", "slow", "log", "sign", "take", "phase", "wind", "spin",
                    "hand", "carry");
    private static final Set<String> PARTICLES = Set.of("off", "on", "up", "down", "back", "out", "in", "over");
    /** Maximum number of words between a verb and its particle. */
    private static final int MAX_BETWEEN = 6;
    /** Maximum number of words in a list. */
    private static final int MAX_LISTED = 20;

    private final List<TextToken> from;
    private final List<TextToken> arranged;
    private int at;

    private TokenOrder(List<TextToken> from) {
        this.from = from;
        arranged = new ArrayList<>(from.size());
    }

    static List<TextToken> arranged(List<TextToken> tokens) {
        TokenOrder order = new TokenOrder(tokens);
        order.at = 0;
        int skipped = -1;
        while (order.at < tokens.size()) {
            int particle = order.particle();
            if (order.at == skipped) {
                order.at++;
            } else if (particle > 0) {
                order.arranged.add(tokens.get(order.at++));
                order.arranged.add(tokens.get(particle));
                skipped = particle;
            } else if (!order.list()) {
                order.arranged.add(tokens.get(order.at++));
            }
        }
        return order.arranged;
    }

    /** Index of the particle of the verb at this place; -1 where it stands beside it or there is none. */
    private int particle() {
        if (from.get(at).kind() != TokenKind.WORD || !SEPARABLE.contains(ENGLISH.baseOf(from.get(at).word()))
                || isParticle(at + 1)) {
            return -1;
        }
        for (int i = at + 2; i < from.size() && i <= at + MAX_BETWEEN; i++) {
            if (isParticle(i) && isEnd(i + 1)) {
                return i;
            }
            if (from.get(i).kind() == TokenKind.BREAK || from.get(i).kind() == TokenKind.COMMA
                    || (role(i) != WordRole.CONTENT && role(i) != WordRole.DROPPED)) {
                return -1;
            }
        }
        return -1;
    }

    private boolean isParticle(int index) {
        return index < from.size() && from.get(index).kind() == TokenKind.WORD
                && PARTICLES.contains(from.get(index).word());
    }

    /** True at the end of a clause; a particle before a noun is a preposition. */
    private boolean isEnd(int index) {
        return index >= from.size() || from.get(index).kind() == TokenKind.BREAK
                || from.get(index).kind() == TokenKind.COMMA || role(index) == WordRole.WEAK
                || role(index) == WordRole.AND || role(index) == WordRole.STRONG;
    }

    /** Sorts a list of single words behind a verb at the begin of a sentence or a preposition. */
    private boolean list() {
        boolean isPlace = at > 0 && (role(at - 1) == WordRole.WEAK
                || (role(at - 1) == WordRole.CONTENT && (at == 1 || from.get(at - 2).kind() == TokenKind.BREAK)));
        if (!isPlace || !isItem(at) || !isComma(at + 1)) {
            return false;
        }
        List<TextToken> items = new ArrayList<>(List.of(from.get(at)));
        int next = at + 1;
        while (isComma(next) && isItem(next + 1) && items.size() < MAX_LISTED) {
            items.add(from.get(next + 1));
            next += 2;
        }
        next += isComma(next) ? 1 : 0;
        boolean isAnd = next < from.size() && (role(next) == WordRole.AND || role(next) == WordRole.OR);
        boolean isPair = items.size() == 1; // "Enable it, and scale" is no list.
        if (!isAnd || isPair || !isItem(next + 1) || !isEnd(next + 2)) {
            return false;
        }
        items.add(from.get(next + 1));
        List<String> words = items.stream().map(item -> item.kind() == TokenKind.WORD ? ENGLISH.keyOf(item.word())
                : item.word()).sorted().toList();
        String joined = String.join(' ' + from.get(next).word() + '+', words);
        arranged.add(new TextToken(joined, joined, TokenKind.CODE, false));
        at = next + 2;
        return true;
    }

    private boolean isItem(int index) {
        return index < from.size() && role(index) == WordRole.CONTENT && from.get(index).kind() != TokenKind.COMMA
                && from.get(index).kind() != TokenKind.BREAK && from.get(index).kind() != TokenKind.NUMBER;
    }

    private boolean isComma(int index) {
        return index < from.size() && from.get(index).kind() == TokenKind.COMMA;
    }

    private WordRole role(int index) {
        TextToken token = from.get(index);
        return token.kind() != TokenKind.WORD || token.isName() ? WordRole.CONTENT : ENGLISH.role(token.word());
    }
}
