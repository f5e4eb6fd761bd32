package dev.waggle.server.access;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;

import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Codec of a change of the tokens as a line of their file.
 *
 * <pre>
 *   {"log":"tokens","version":1}
 *   {"created":{"id":"1f2e3d4c5b6a","name":"ci","scopes":["read"], ... },"crc":"1f2e3d4c"}
 *   {"revoked":{"id":"1f2e3d4c5b6a","time":"2026-01-01T00:00:00Z"},"crc":"1f2e3d4c"}
 * </pre>
 */
sealed interface TokenLine {

    /** Beginning of the first line, up to the version. */
    String BEGINNING = "{\"log\":\"tokens\",\"version\":1";

    /** First line of a file, with its line end. */
    String HEAD = BEGINNING + "}\n";

    /** A new token. */
    record Created(AccessToken token) implements TokenLine {}

    /** The end of a token. */
    record Revoked(String id, Instant time) implements TokenLine {}

    /** The bytes of the line, with its line end. */
    default byte[] encode() {
        return ChecksummedLine.encode("a token", switch (this) {
            case Created(AccessToken token) -> new JsonObjectBuilder().with("created", fields(token)).json();
            case Revoked(String id, Instant time) -> new JsonObjectBuilder().with("revoked",
                    new JsonObjectBuilder().with("id", id).with("time", time.toString()).json()).json();
        });
    }

    /**
     * The change of a line.
     *
     * @throws IllegalArgumentException when the line is damaged or holds anything else
     */
    static TokenLine decode(byte[] line) {
        JsonObjectReader in = JsonObjectReader.root("token", ChecksummedLine.decode(line));
        JsonObjectReader revoked = in.optionalObject("revoked");
        TokenLine read = revoked == null ? new Created(token(in.object("created"))) : revoked(revoked);
        in.rejectUnknownFields();
        return read;
    }

    private static Revoked revoked(JsonObjectReader in) {
        Revoked read = new Revoked(in.text("id"), time(in, "time"));
        in.rejectUnknownFields();
        return read;
    }

    private static JsonValue.Obj fields(AccessToken token) {
        TokenGrant grant = token.grant();
        CallerLimits limits = grant.limits();
        JsonObjectBuilder out = new JsonObjectBuilder().with("id", token.id()).with("name", grant.name())
                .with("salt", token.hash().salt()).with("sha256", token.hash().digest())
                .withTexts("scopes", grant.scopes().stream().sorted(Comparator.naturalOrder())
                        .map(AccessScope::wireName).toList())
                .withPresent("agent", grant.agent()).withPresent("tenant", grant.tenant())
                .with("time", token.created().toString())
                .withPresent("expires", grant.expires() == null ? null : grant.expires().toString())
                .withPresent("usdPerDay", limits.usdPerDay());
        if (limits.tokensPerDay() != null) {
            out.with("tokensPerDay", limits.tokensPerDay().longValue());
        }
        return out.with("requestsPerSecond", limits.requestsPerSecond()).with("burst", limits.burst())
                .with("solves", limits.solves()).with("streams", limits.streams()).json();
    }

    private static AccessToken token(JsonObjectReader in) {
        Set<AccessScope> scopes = EnumSet.noneOf(AccessScope.class);
        in.texts("scopes").forEach(word -> scopes.add(AccessScope.of(word)));
        Instant expires = in.has("expires") ? time(in, "expires") : null;
        CallerLimits limits = new CallerLimits(in.optionalNumber("usdPerDay"), in.optionalInteger("tokensPerDay"),
                in.number("requestsPerSecond"), in.int32("burst"), in.int32("solves"), in.int32("streams"));
        TokenGrant grant = new TokenGrant(in.text("name"), scopes, in.optionalText("agent"),
                in.optionalText("tenant"), expires, limits);
        AccessToken token = new AccessToken(in.text("id"), new SecretHash(in.text("salt"), in.text("sha256")),
                time(in, "time"), grant);
        in.rejectUnknownFields();
        return token;
    }

    private static Instant time(JsonObjectReader in, String name) {
        try {
            return Instant.parse(in.text(name));
        } catch (DateTimeException wrong) {
            throw in.invalid(name, "a time such as 2026-01-01T00:00:00Z");
        }
    }
}
