package dev.waggle.dashboard;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunFileTest {

    private static final Instant WRITTEN = Instant.parse("2026-01-02T03:04:05Z");
    private static final JsonValue.Obj EMPTY = new JsonValue.Obj(Map.of());
    private static final Pattern DATA = Pattern
            .compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    /** Texts that break out of an element, an attribute or a string, or that turn others around. */
    private static final List<String> HOSTILE = List.of("</script><script>alert(1)</script>", "<!--<script>", "-->",
            "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "<a href='javascript:alert(1)'>x</a>",
            "]]>", "&lt;script&gt;", "\u2028alert(1)\u2029", "\u202egnp.exe\u2066", "\\u003c/script>", "${alert(1)}",
            "`+alert(1)+`", "<svg/onload=alert(1)>", "\u0000", "\ud83d\ude00 \u0434\u0430 \u4e2d\u6587");

    @Test
    void hostileTextsAreDataAndNothingElse() {
        for (String hostile : HOSTILE) {
            String html = html(view(hostile), RunFileMask.OF_TOKENS);
            String usual = html(view("plain"), RunFileMask.OF_TOKENS);

            Matcher data = DATA.matcher(html);
            assertThat(data.find()).as(hostile).isTrue();
            assertThat(data.group(1)).as(hostile).doesNotContain("<", ">", "&", "\u2028", "\u2029");
            assertThat(JsonText.read(data.group(1))).as(hostile).isInstanceOfSatisfying(JsonValue.Obj.class,
                    all -> assertThat(all.fields().get("view")).isEqualTo(view(hostile)));
            assertThat(html.split("<script", -1)).as(hostile).hasSameSizeAs(usual.split("<script", -1));
            assertThat(html.split("<", -1)).as(hostile).hasSameSizeAs(usual.split("<", -1));
        }
    }

    @Test
    void thePolicyAllowsTheScriptAndTheStyleOfTheFileAndNothingElse() {
        String html = html(view("plain"), RunFileMask.OF_TOKENS);
        String script = between(html, "<script>", "</script>");
        String style = between(html, "<style>", "</style>");

        assertThat(html).contains("content=\"default-src &#39;none&#39;; script-src "
                + ContentHash.of(script).replace("'", "&#39;") + "; style-src "
                + ContentHash.of(style).replace("'", "&#39;") + "; base-uri")
                .contains("require-trusted-types-for &#39;script&#39;");
        assertThat(html).doesNotContain("unsafe-inline", "unsafe-eval", " onclick=", " style=");
        assertThat(html).doesNotContainPattern("(src|href)=\"(?!#main\")");
        assertThat(style).doesNotContain("url(", "@import");
    }

    @Test
    void noSecretNoTokenAndNoFolderIsInIt() {
        String secret = "planted-secret-4711";
        String token = "0123456789abcdef".repeat(4);
        String link = "eyJydW4iOiJzb2x2ZV8xIiwic2VhdCI6Im0ifQ.c2lnbmF0dXJlLXNpZ25hdHVyZQ";
        String key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123";
        String text = "my key is " + secret + ", the token " + token + ", /seat/" + link
                + ", Bearer abcdefghijklmnop1234, "
                + key + " in /home/ada/waggle data/log/x and /home/ada/waggle database";
        RunFileMask mask = RunFileMask.of(SecretSet.of(List.of(secret)),
                List.of(Path.of("/home/ada/waggle data"), Path.of("/")));

        String html = html(view(text), mask);

        assertThat(html).doesNotContain(secret, token, link, key, "abcdefghijklmnop1234", "/home/ada/waggle data/");
        assertThat(html).contains("my key is (key), the token (key), /seat/(key), Bearer (key), (key) in"
                + " (folder)/log/x and /home/ada/waggle database");
    }

    /** The escapes of JSON and the beginning of a token of ours end with letters or an underscore, which join words. */
    @Test
    void aTokenIsMaskedWhateverStandsBeforeIt() {
        List<String> tokens = List.of("wgl_0123456789ab_" + "0123456789abcdef".repeat(4), "abcdef0123456789".repeat(4),
                "eyJydW4iOiJzb2x2ZV8xIiwic2VhdCI6Im0ifQ.c2lnbmF0dXJlLXNpZ25hdHVyZQ", "Bearer abcdefghijklmnop1234",
                "sk-proj-abcdefghijklmnopqrstuvwxyz0123");
        for (String before : List.of(" ", "\n", "\t", "\b", "\f", "\r", "\u2028", "_", "=", "\"", "\\n", "\\u000a")) {
            for (String token : tokens) {
                String html = html(view("text" + before + token + "\nmore"), RunFileMask.OF_TOKENS);

                Matcher data = DATA.matcher(html);
                assertThat(data.find()).isTrue();
                assertThat(JsonText.read(data.group(1))).isInstanceOf(JsonValue.Obj.class);
                assertThat(html).as(before + token).doesNotContain(token.substring(token.length() - 12));
            }
        }
    }

    @Test
    void aFolderAtTheEndOfASentenceIsMasked() {
        RunFileMask mask = RunFileMask.of(SecretSet.NONE, List.of(Path.of("/home/ada")));

        assertThat(html(view("It is in /home/ada. Or /home/ada.old, /home/ada-2"), mask))
                .contains("It is in (folder). Or /home/ada.old, /home/ada-2");
    }

    /** Words of a run that look a bit like keys stay, such as ids of signals and proposals. */
    @Test
    void idsAndUsualWordsStay() {
        String text = "sig_01m8jgn02bbekdkvrh7vcq73fq solve_01m8jgmzth8skdw40th5mpyxj4 rollback 2026-01-02 risk-averse";

        assertThat(html(view(text), RunFileMask.OF_TOKENS)).contains(text);
    }

    @Test
    void aBrowserWithoutScriptsShowsTheAnswer() {
        String html = html(new JsonObjectBuilder().with("question", "Shard & buy?")
                .with("answer", new JsonObjectBuilder().with("text", "<Shard>").json()).json(), RunFileMask.OF_TOKENS);

        assertThat(html).contains("<noscript><h1>Shard &amp; buy?</h1><p>&lt;Shard&gt;</p></noscript>");
        assertThat(html(new JsonObjectBuilder().with("question", JsonValue.ofNull())
                .with("answer", JsonValue.ofNull()).json(), RunFileMask.OF_TOKENS)).contains("<h1></h1><p></p>");
    }

    private static JsonValue.Obj view(String text) {
        return new JsonObjectBuilder().with("question", text)
                .with("answer", new JsonObjectBuilder().with("text", text).json()).json();
    }

    private static String html(JsonValue.Obj view, RunFileMask mask) {
        return RunFile.html(new RunFileData(view, EMPTY, EMPTY, EMPTY), mask, WRITTEN);
    }

    private static String between(String text, String from, String to) {
        int start = text.indexOf(from) + from.length();
        return text.substring(start, text.indexOf(to, start));
    }
}
