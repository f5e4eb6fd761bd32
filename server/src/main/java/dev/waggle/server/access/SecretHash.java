package dev.waggle.server.access;

import java.security.MessageDigest;
import java.util.HexFormat;

import dev.waggle.connect.mcp.admission.BearerHeader;

/**
 * Salted SHA-256 of a random secret of 256 bits. A slow hash for passwords would add nothing, because it protects short
 * secrets that people choose. Guessing 256 random bits takes 2^255 attempts on average, however fast each is.
 *
 * @param salt random hexadecimal digits, so that equal secrets have different hashes
 * @param digest the SHA-256 of the salt and the secret, as 64 hexadecimal digits
 */
public record SecretHash(String salt, String digest) {

    private static final HexFormat HEX = HexFormat.of();
    private static final int SALT = 32;

    public SecretHash {
        if (!salt.matches("[0-9a-f]{" + SALT + "}") || !digest.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("the hash of a secret must be " + SALT + " and 64 hexadecimal digits");
        }
    }

    /** The hash of a secret with a new salt. */
    static SecretHash of(String secret) {
        String salt = RandomSecret.next().substring(0, SALT);
        return new SecretHash(salt, HEX.formatHex(BearerHeader.digest(salt + secret)));
    }

    /** Compares digests of equal length, in constant time. */
    boolean matches(String secret) {
        return MessageDigest.isEqual(HEX.parseHex(digest), BearerHeader.digest(salt + secret));
    }

    /** Omits the hash. */
    @Override
    public String toString() {
        return "SecretHash";
    }
}
