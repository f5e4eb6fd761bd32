package dev.waggle.connect.lucene.text;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;

/** Reduces the words of a text to stems, by the rules of its language, and leaves out function words. Thread-safe. */
public final class StemAnalyzer implements AutoCloseable {

    private final Map<StemLanguage, Analyzer> analyzers = new ConcurrentHashMap<>();
    private final Analyzer other = new CJKAnalyzer();

    /** The analyzer for the language of that text. */
    public Analyzer of(String text) {
        Optional<StemLanguage> language = StemLanguage.of(text);
        return language.isEmpty() ? other : analyzers.computeIfAbsent(language.get(), StemLanguage::newAnalyzer);
    }

    @Override
    public void close() {
        analyzers.values().forEach(Analyzer::close);
        other.close();
    }
}
