package dev.waggle.connect.a2a.protocol;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** Version of the protocol. A patch number changes nothing on the wire. */
public enum A2aVersion {

    V0_3("0.3", "0.3.0"),
    V1_0("1.0", "1.0");

    /** Header of a request with the version; a request without it speaks 0.3. */
    public static final String HEADER = "A2A-Version";

    private final String number;
    private final String cardNumber;

    A2aVersion(String number, String cardNumber) {
        this.number = number;
        this.cardNumber = cardNumber;
    }

    /** Major and minor number, as the header has it. */
    public String number() {
        return number;
    }

    /** Number as an agent card has it. */
    public String cardNumber() {
        return cardNumber;
    }

    /** Returns the version of a header or of a card, or nothing for another one; absent and blank mean 0.3. */
    public static Optional<A2aVersion> of(@Nullable String written) {
        if (written == null || written.isBlank()) {
            return Optional.of(V0_3);
        }
        String asked = written.strip();
        for (A2aVersion version : values()) {
            String patch = asked.startsWith(version.number) ? asked.substring(version.number.length()) : "none";
            if (patch.isEmpty() || patch.matches("\\.[0-9]{1,9}")) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }
}
