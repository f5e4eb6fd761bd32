package dev.waggle.server.api.seat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.waggle.journal.JsonText;
import dev.waggle.server.access.SecretFile;
import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.seat.SeatAnswerJson;
import org.jspecify.annotations.Nullable;

/**
 * Signer of links, by HMAC-SHA256 (Krawczyk, Bellare and Canetti, RFC 2104, 1997). The server stores no link, because a
 * link carries its turn and its end. May be used by many threads.
 *
 * <pre>
 *   token = base64url(JSON of run, seat, round, turn, tenant, expires) . base64url(HMAC of that text)
 * </pre>
 */
final class SeatLinkSigner {

    /** Place of the secret below a data folder. */
    static final String PLACE = "server/seat-links.secret";

    /** Longest token that is looked at; ids have at most some hundred characters. */
    private static final int MAX_LENGTH = 4_000;

    private static final String ALGORITHM = "HmacSHA256";

    private final Path file;
    /** Guarded by this object; read with the first link. */
    private @Nullable SecretKeySpec key;

    /** A signer whose secret is in that file, which the first link creates. */
    SeatLinkSigner(Path file) {
        this.file = file;
    }

    /** The token of a link. */
    String sign(SeatLink link) {
        String content = base64(JsonText.write(new JsonObjectBuilder().withAll(SeatAnswerJson.of(link.turn()))
                .withPresent("tenant", link.tenant())
                .withAll(JsonObjectBuilder.of(link.expires(), (at, sink) -> TimeCodec.encode("expires", at, sink)))
                .json()).getBytes(StandardCharsets.UTF_8));
        return content + '.' + base64(mac(content));
    }

    /** The link of a token; empty for one that this signer has not signed. Compared in constant time. */
    Optional<SeatLink> verify(String token) {
        int dot = token.indexOf('.');
        if (dot < 0 || token.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String content = token.substring(0, dot);
        byte[] expected = base64(mac(content)).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, token.substring(dot + 1).getBytes(StandardCharsets.UTF_8))
                ? Optional.of(read(content))
                : Optional.empty();
    }

    private static SeatLink read(String content) {
        JsonObjectReader fields = JsonObjectReader.root("a link", JsonText.read(
                new String(Base64.getUrlDecoder().decode(content), StandardCharsets.UTF_8)));
        return new SeatLink(SeatAnswerJson.readTurn(fields), fields.optionalText("tenant"),
                TimeCodec.instant(fields, "expires"));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private byte[] mac(String content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key());
            return mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }

    private synchronized SecretKeySpec key() {
        SecretKeySpec known = key;
        if (known == null) {
            known = new SecretKeySpec(SecretFile.readOrCreate(file), ALGORITHM);
            key = known;
        }
        return known;
    }
}
