package dev.waggle.connect.a2a.client;

import java.net.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.waggle.connect.a2a.protocol.A2aSecurity;
import dev.waggle.connect.a2a.protocol.A2aSecurityScheme;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.KeySource.KeyLookup;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.text.SecretSet;
import org.jspecify.annotations.Nullable;

/**
 * Token of the user for one agent, and the header in which its card asks for it. It goes to no other origin than the one
 * that the user named, because nothing else is requested.
 */
final class AgentCredential {

    private static final String BEARER = "bearer";

    private final AgentAddress address;
    private final KeySource source;
    private final KeyLookup found;
    private final AgentFailures failures;

    AgentCredential(AgentAddress address, Map<String, String> environment) {
        this.address = address;
        source = KeySource.variables(address.tokenVariable());
        found = source.find(environment);
        failures = new AgentFailures(address, SecretSet.of(found.secrets()));
    }

    /** A header of a request. */
    record HeaderField(String name, String value) {

        /** Shows no secret. */
        @Override
        public String toString() {
            return name + ": " + SecretSet.MASK;
        }
    }

    /** The token, as a list of secrets; empty without one. */
    List<String> secrets() {
        return found.secrets();
    }

    /** The failure of each call because of the token, as far as it is known without the card. */
    Optional<HarnessFailure> failure() {
        if (found instanceof KeyLookup.Unusable(String reason)) {
            return Optional.of(failures.failed(HarnessFailure.Kind.AUTHENTICATION,
                    "the token for " + failures.subject() + " cannot be used: " + reason).failure());
        }
        if (found instanceof KeyLookup.Key && !address.isConfidential()) {
            return Optional.of(failures.failed(HarnessFailure.Kind.AUTHENTICATION, "the token of "
                    + address.tokenVariable() + " is not sent over http, where others can read it"
                    + "\nMaybe name the agent by https.").failure());
        }
        return Optional.empty();
    }

    /** The token as a bearer token, before the card says what it wants; none without a token. */
    Optional<HeaderField> bearer() throws HarnessException {
        return token().map(token -> new HeaderField("Authorization", "Bearer " + token));
    }

    /** The header that the card wants, or none if it wants none and there is no token. */
    Optional<HeaderField> header(A2aSecurity security) throws HarnessException {
        if (security.requirements().isEmpty() || security.requirements().contains(Map.<String, List<String>>of())) {
            return bearer();
        }
        for (Map<String, List<String>> requirement : security.requirements()) {
            Optional<A2aSecurityScheme> scheme = single(requirement, security);
            if (scheme.isPresent()) {
                return Optional.of(field(scheme.get()));
            }
        }
        TreeSet<String> wanted = new TreeSet<>();
        security.requirements().forEach(requirement -> requirement.keySet()
                .forEach(name -> wanted.add(kind(security.schemes().get(name)))));
        throw failures.failed(HarnessFailure.Kind.AUTHENTICATION, failures.subject() + " wants "
                + failures.quote(String.join(", ", wanted))
                + ", and only a bearer token or a key in a header can be sent"
                + "\nMaybe it offers another way to log in, or another address.");
    }

    private Optional<A2aSecurityScheme> single(Map<String, List<String>> requirement, A2aSecurity security) {
        if (requirement.size() != 1) {
            return Optional.empty();
        }
        return Optional.ofNullable(security.schemes().get(requirement.keySet().iterator().next()))
                .filter(AgentCredential::isSupported);
    }

    private static boolean isSupported(A2aSecurityScheme scheme) {
        return switch (scheme) {
            case A2aSecurityScheme.HttpAuth http -> http.scheme().toLowerCase(Locale.ROOT).equals(BEARER);
            case A2aSecurityScheme.ApiKey key -> key.location().equals("header");
            case A2aSecurityScheme.OAuth2 _, A2aSecurityScheme.OpenIdConnect _, A2aSecurityScheme.MutualTls _, A2aSecurityScheme.Unknown _ ->
                false;
        };
    }

    private static String kind(@Nullable A2aSecurityScheme scheme) {
        return switch (scheme) {
            case null -> "a scheme that its card does not describe";
            case A2aSecurityScheme.HttpAuth http -> "HTTP " + http.scheme();
            case A2aSecurityScheme.ApiKey key -> "a key in the " + key.location();
            case A2aSecurityScheme.OAuth2 _ -> "OAuth 2.0";
            case A2aSecurityScheme.OpenIdConnect _ -> "OpenID Connect";
            case A2aSecurityScheme.MutualTls _ -> "a certificate of the client";
            case A2aSecurityScheme.Unknown _ -> "an unknown scheme";
        };
    }

    private HeaderField field(A2aSecurityScheme scheme) throws HarnessException {
        String token = token().orElseThrow(() -> failures.failed(HarnessFailure.Kind.AUTHENTICATION,
                failures.subject() + " wants " + kind(scheme) + ": looked in " + source.places()
                        + "\nMaybe set " + address.tokenVariable() + "."));
        if (!(scheme instanceof A2aSecurityScheme.ApiKey key)) {
            return new HeaderField("Authorization", "Bearer " + token);
        }
        try {
            HttpRequest.Builder _ = HttpRequest.newBuilder().header(key.name(), "");
        } catch (IllegalArgumentException impossible) {
            throw failures.failed(HarnessFailure.Kind.MALFORMED, failures.subject()
                    + " wants a key in the header " + failures.quote(key.name()) + ", which no client may set");
        }
        return new HeaderField(key.name(), token);
    }

    private Optional<String> token() throws HarnessException {
        Optional<HarnessFailure> failure = failure();
        if (failure.isPresent()) {
            throw new HarnessException(failure.get());
        }
        return found.secrets().stream().findFirst();
    }
}
