package dev.waggle.server.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tokens that are not revoked, in the order of their creation. Immutable. */
public final class TokenList {

    /** Maximum number of tokens that are not revoked: each program and person of a large team has one. */
    public static final int MAX_TOKENS = 1_000;

    /** A list without tokens. */
    public static final TokenList EMPTY = new TokenList(List.of());

    private final List<AccessToken> tokens;
    private final Map<String, AccessToken> byId;
    private final Map<String, AccessToken> byName;

    private TokenList(List<AccessToken> tokens) {
        this.tokens = List.copyOf(tokens);
        byId = tokens.stream().collect(Collectors.toMap(AccessToken::id, Function.identity()));
        byName = tokens.stream().collect(Collectors.toMap(AccessToken::name, Function.identity()));
    }

    /** Collects the changes of a file. Owned by one thread. */
    static final class Collector {

        private final Map<String, AccessToken> created = new HashMap<>();
        private final List<AccessToken> tokens = new ArrayList<>();

        /** Adds a change. */
        void add(TokenLine line) {
            switch (line) {
                case TokenLine.Created(AccessToken token) -> {
                    boolean isTaken = created.containsKey(token.id())
                            || tokens.stream().anyMatch(other -> other.name().equals(token.name()));
                    if (isTaken || tokens.size() >= MAX_TOKENS) {
                        throw new IllegalArgumentException(isTaken ? "it repeats the token " + token.name()
                                : "there are more than " + MAX_TOKENS + " tokens");
                    }
                    created.put(token.id(), token);
                    tokens.add(token);
                }
                case TokenLine.Revoked(String id, var _) -> tokens.removeIf(token -> token.id().equals(id));
            }
        }

        TokenList list() {
            return new TokenList(tokens);
        }
    }

    /** All of them. */
    public List<AccessToken> tokens() {
        return tokens;
    }

    /** The token of that name, if there is one. */
    public Optional<AccessToken> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The token of that id, if there is one. */
    Optional<AccessToken> ofId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The token of what a caller sent, if its secret is right. It may have expired. */
    Optional<AccessToken> authenticated(String sent) {
        return BearerSecret.parse(sent).flatMap(parts -> Optional.ofNullable(byId.get(parts.id()))
                .filter(token -> token.hash().matches(parts.secret())));
    }
}
