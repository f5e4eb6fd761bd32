package dev.waggle.connect.lucene.text;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * Splits a text of any language into words (Unicode Standard Annex 29), without case, accents and letter widths. Chinese,
 * Japanese and Korean become pairs of letters.
 */
public final class WordAnalyzer extends Analyzer {

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer words = new StandardTokenizer();
        TokenStream folded = new ASCIIFoldingFilter(
                new CJKBigramFilter(new LowerCaseFilter(new CJKWidthFilter(words))));
        return new TokenStreamComponents(words, folded);
    }

    @Override
    protected TokenStream normalize(String fieldName, TokenStream in) {
        return new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(in)));
    }
}
