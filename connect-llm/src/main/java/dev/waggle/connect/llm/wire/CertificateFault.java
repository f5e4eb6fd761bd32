package dev.waggle.connect.llm.wire;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateRevokedException;
import java.util.Optional;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;

/** Reason for which a TLS connection is refused because of a certificate. Another attempt does not change it. */
public enum CertificateFault {
    /** No trusted authority has issued it. */
    UNKNOWN_ISSUER,
    /** It belongs to other hosts. */
    WRONG_HOST,
    /** Its time is over. */
    EXPIRED,
    /** Its time has not begun. */
    NOT_YET_VALID,
    /** Its authority has revoked it. */
    REVOKED,
    /** Any other reason, for example a weak key. */
    INVALID,
    /** The server requests a certificate of the client. */
    CLIENT_CERTIFICATE;

    /** The fault that an exception or one of its causes reports; empty when it is not about a certificate. */
    static Optional<CertificateFault> of(Throwable thrown) {
        Optional<CertificateFault> general = Optional.empty();
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            CertificateFault exact = exact(at);
            if (exact != null) {
                return Optional.of(exact);
            }
            if (at instanceof CertificateException || at instanceof CertPathValidatorException) {
                general = Optional.of(INVALID);
            }
        }
        return general;
    }

    private static @Nullable CertificateFault exact(Throwable at) {
        String message = at.getMessage() == null ? "" : at.getMessage();
        return switch (at) {
            case CertificateExpiredException _ -> EXPIRED;
            case CertificateNotYetValidException _ -> NOT_YET_VALID;
            case CertificateRevokedException _ -> REVOKED;
            case CertPathBuilderException _ -> UNKNOWN_ISSUER;
            case CertPathValidatorException path when path.getReason() == BasicReason.EXPIRED -> EXPIRED;
            case CertPathValidatorException path when path.getReason() == BasicReason.NOT_YET_VALID -> NOT_YET_VALID;
            case CertPathValidatorException path when path.getReason() == BasicReason.REVOKED -> REVOKED;
            // The JDK has no type for a wrong host (sun.security.util.HostnameChecker).
            case CertificateException _ when message.startsWith("No subject alternative")
                    || message.startsWith("No name matching") ->
                WRONG_HOST;
            // RFC 8446, section 6.2: the alerts of a server that wants a certificate.
            case SSLException _ when message.contains("certificate_required") || message.contains("bad_certificate") ->
                CLIENT_CERTIFICATE;
            default -> null;
        };
    }
}
