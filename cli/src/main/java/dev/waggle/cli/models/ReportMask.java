package dev.waggle.cli.models;

import java.net.URI;
import java.util.regex.Pattern;

import dev.waggle.connect.llm.provider.ProviderConfig;

/**
 * Mask of a report that is to be shown to others. It hides own addresses, those of proxies and redirects too, the home
 * folder, mail addresses and the ids of an account. Keys are masked earlier, where errors are read.
 */
final class ReportMask {

    private static final Pattern MAIL = Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+");
    private static final Pattern ACCOUNT = Pattern.compile("\\b(org|proj|user|acct|req|request)[-_][A-Za-z0-9_-]{6,}");

    /** The words of failures before the address of a proxy and before the target of a redirect. */
    private static final Pattern NAMED = Pattern.compile(
            "(proxy of \\w+: |redirects \\(HTTP \\d+\\) to )[^\\s,]+");

    private final ProviderConfig provider;
    private final String home;

    /** @param home the home folder; empty for none */
    ReportMask(ProviderConfig provider, String home) {
        this.provider = provider;
        this.home = home;
    }

    String of(String text) {
        String masked = NAMED.matcher(text).replaceAll("$1(own address)");
        URI url = provider.baseUrl();
        boolean isPublic = provider.kind().hasDefaultUrl() && url.equals(provider.kind().defaultUrl());
        if (!isPublic) {
            masked = masked.replace(url.toString(), "(own address)").replace(url.getRawAuthority(), "(own host)");
            masked = masked.replaceAll("(?<![\\w.-])" + Pattern.quote(url.getHost()) + "(?![\\w-])", "(own host)");
        }
        if (home.length() > 1) {
            masked = masked.replace(home, "~");
        }
        return ACCOUNT.matcher(MAIL.matcher(masked).replaceAll("(mail address)")).replaceAll("$1-(masked)");
    }
}
