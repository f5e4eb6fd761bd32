package dev.waggle.connect.lucene.text;

import java.io.IOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Words and stems of texts. Thread-safe. */
public final class TextWords implements AutoCloseable {

    /** Letters of a text that are read; the rest is not found by its words. */
    public static final int MAX_LETTERS = 20_000;

    private static final String FIELD = "text";

    private final Analyzer words = new WordAnalyzer();
    private final StemAnalyzer stems = new StemAnalyzer();

    /** The part of a text that is read, with letters in their compatibility form. */
    private static String readPart(String text) {
        return Normalizer.normalize(text.length() <= MAX_LETTERS ? text : text.substring(0, MAX_LETTERS),
                Normalizer.Form.NFKC);
    }

    /** The stream of words of a text, to be indexed. */
    public TokenStream wordStream(String text) {
        return words.tokenStream(FIELD, readPart(text));
    }

    /** The stream of stems of a text, to be indexed. */
    public TokenStream stemStream(String text) {
        String read = readPart(text);
        return stems.of(read).tokenStream(FIELD, read);
    }

    /** Words of a query, in order, without function words: an index without them would take them for rare ones. */
    public List<String> words(String text) throws IOException {
        String read = readPart(text);
        List<String> all = list(words, read);
        Optional<StemLanguage> language = StemLanguage.of(read);
        return language.isEmpty()
                ? all
                : all.stream().filter(word -> !language.get().isFunctionWord(word)).toList();
    }

    /** Stems of a query, in order, without function words. */
    public List<String> stems(String text) throws IOException {
        String read = readPart(text);
        return list(stems.of(read), read);
    }

    private static List<String> list(Analyzer analyzer, String text) throws IOException {
        List<String> found = new ArrayList<>();
        try (TokenStream tokens = analyzer.tokenStream(FIELD, text)) {
            CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                found.add(term.toString());
            }
            tokens.end();
        }
        return found;
    }

    @Override
    public void close() {
        words.close();
        stems.close();
    }
}
