package dev.waggle.connect.llm.endpoint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.text.VisibleText;

/**
 * File of certificate authorities in PEM form, for example that of a company whose proxy opens TLS. They are trusted
 * beside those of the JDK, of its trust store property too.
 *
 * @param path the file
 * @param location name of its place in messages, for example {@code WAGGLE_CA_FILE}
 */
public record CaFile(Path path, String location) {

    /** Largest file in bytes; the bundle of a browser has some 200 KiB. */
    static final int MAX_SIZE = 8 * 1_024 * 1_024;

    private static final Pattern CERTIFICATE = Pattern.compile(
            "-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");

    /**
     * Reads the file and makes the context of connections that trust it.
     *
     * @throws IllegalArgumentException when the file cannot be read or holds no certificate; the message names the
     *         place and the file
     */
    public SSLContext context() {
        List<Certificate> authorities = read();
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (X509Certificate usual : usualAuthorities()) {
                store.setCertificateEntry("jdk-" + count++, usual);
            }
            for (Certificate authority : authorities) {
                store.setCertificateEntry("own-" + count++, authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalStateException("the JDK has no usual TLS", broken);
        }
    }

    private List<Certificate> read() {
        String text;
        try {
            // Comments of a bundle may have any encoding; the certificates are ASCII.
            text = new String(BoundedFile.bytes(path, MAX_SIZE), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw refused("cannot be read: " + BoundedFile.reason(unreadable));
        }
        List<Certificate> certificates = new ArrayList<>();
        for (String pem : CERTIFICATE.matcher(text).results().map(match -> match.group()).toList()) {
            try {
                certificates.add(CertificateFactory.getInstance("X.509").generateCertificate(
                        new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1))));
            } catch (CertificateException bad) {
                throw refused("has a certificate that cannot be read, the " + (certificates.size() + 1) + ". of it");
            }
        }
        if (certificates.isEmpty()) {
            throw refused("holds no certificate in PEM form");
        }
        return certificates;
    }

    private static List<X509Certificate> usualAuthorities() throws GeneralSecurityException {
        TrustManagerFactory usual = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        usual.init((KeyStore) null);
        List<X509Certificate> authorities = new ArrayList<>();
        for (TrustManager manager : usual.getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                authorities.addAll(List.of(trust.getAcceptedIssuers()));
            }
        }
        return authorities;
    }

    private IllegalArgumentException refused(String reason) {
        return new IllegalArgumentException(VisibleText.of(location) + ": " + VisibleText.of(path.toString()) + " "
                + reason + "\nMaybe another file has the certificates, as -----BEGIN CERTIFICATE-----.");
    }
}
