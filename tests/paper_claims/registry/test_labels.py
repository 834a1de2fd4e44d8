"""Printed numbers, read from a LaTeX source: an invented one, since the repository does not hold the paper."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from paper_claims.registry import labels
from paper_claims.registry.record import Registry
from paper_claims.report.markdown import markdown
from paper_claims.report.page.html import page
from paper_claims.report.terminal import print_audit
from reference.errors import InvalidInput
from tests.paper_claims.asserted import asserted_audit

SOURCE = r"""
\documentclass[conference]{CLASS}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem*{remark}{Remark}
\newtheorem{axiom}{Axiom}
\newcommand{\again}[1]{\begin{theorem}\label{in:preamble}#1\end{theorem}}
\begin{document}
\section{Start}
% \begin{theorem}\label{in:comment}\end{theorem}
100\% sure: \begin{lemma}\label{first}\end{lemma}
\section*{Thanks}
\begin{remark}\label{starred}\end{remark}
\subsection{Numbers}\label{sub}
\begin{theorem}[no label]\end{theorem}
\begin{axiom}\label{own:counter}\end{axiom}
\begin{figure*}\label{before:caption}\caption{A}\label{figure}\end{figure*}
\begin{table}\caption{B}\label{table}\label{alias}\end{table}
\begin{figure}\caption*{C}\end{figure}
\begin{enumerate}\item\label{item}\begin{theorem}\label{in:list}\begin{align}\label{row}\end{align}\end{theorem}\end{enumerate}
\begin{figure}\caption{D}\label{next:figure}\end{figure}
\section{End}
\subsection{Again}\label{sub:again}
\appendices
\section{More}\label{app}
\begin{reptheorem}{in:list}\end{reptheorem}
\subsection{Proofs}
\subsubsection{One}\label{deep}
\begin{lemma}\label{last}\end{lemma}
\end{document}
"""
NUMBERS = {
    "first": "Lemma 1", "starred": "Section I", "sub": "Section I-A", "-": "Theorem 2", "own:counter": "Axiom 1",
    "before:caption": "", "figure": "Figure 1", "table": "Table I", "alias": "Table I", "item": "", "in:list": "Theorem 3",
    "row": "", "next:figure": "Figure 2", "sub:again": "Section II-A", "app": "Appendix A", "deep": "Appendix A-A1",
    "last": "Lemma 4",
}  # fmt: skip


def test_numbers_of_an_invented_paper() -> None:
    found = labels.extracted(SOURCE.replace("CLASS", "IEEEtran"))
    assert {at.label: at.number for at in found} == NUMBERS
    by_label = {at.label: at for at in found}
    assert (by_label["first"].line, by_label["first"].environment) == (11, "lemma")
    assert (by_label["last"].section, by_label["row"].environment) == ("Appendix A-A1", "align")


def test_other_classes_count_in_digits() -> None:
    found = {at.label: at.number for at in labels.extracted(SOURCE.replace("CLASS", "article"))}
    wanted = {
        "starred": "Section 1", "sub": "Section 1.1", "table": "Table 1", "alias": "Table 1",
        "sub:again": "Section 2.1", "deep": "Appendix A.1.1",
    }  # fmt: skip
    assert found == NUMBERS | wanted


def test_written_and_read_again(tmp_path: Path) -> None:
    found = labels.extracted(SOURCE)
    (tmp_path / "labels.txt").write_text(labels.written(found), encoding="utf-8")
    assert labels.read(tmp_path / "labels.txt") == found
    assert labels.written(labels.read()) == labels.LABELS.read_text(encoding="utf-8")


def test_the_script_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "paper.tex").write_text(SOURCE, encoding="utf-8")
    labels.main([str(tmp_path / "paper.tex")])
    assert capsys.readouterr().out == labels.written(labels.extracted(SOURCE))
    with pytest.raises(InvalidInput, match="must be one path"):
        labels.main([])


class TestSelect:
    """A statement is found by its printed number."""

    @pytest.mark.parametrize("wanted", ["Theorem 6", "theorem 6", " THEOREM  6"])
    def test_a_number_is_as_good_as_a_label(self, wanted: str, registry: Registry) -> None:
        assert registry.select([wanted]) == registry.select(["thm:sens_softmax"])

    def test_parts_and_places_without_a_label(self, registry: Registry) -> None:
        assert registry.select(["Example 5"]) == registry.select(["ex:dpsvm"])
        assert len(registry.select(["Example 5"])) == 4
        assert registry.select(["Definition 2"]) == registry.select(["def:differential_privacy"])

    @pytest.mark.parametrize("wanted", ["Theorem 7", "Theorem", "6", ""])
    def test_an_unknown_number(self, wanted: str, registry: Registry) -> None:
        with pytest.raises(InvalidInput, match=r"printed number of a statement\) must be in the contents"):
            registry.select([wanted])

    def test_near_numbers_are_named(self, registry: Registry) -> None:
        with pytest.raises(InvalidInput, match="did you mean Theorem 17 or Theorem"):
            registry.select(["theorem 7"])


@pytest.mark.slow
def test_every_table_shows_the_number_first(registry: Registry) -> None:
    audit = asserted_audit(registry)
    screen = io.StringIO()
    print_audit(audit, Console(file=screen, width=120), listed=True)
    assert "\nTheorem 6      thm:sens_softmax             true if repaired" in screen.getvalue()
    text = "\n".join(markdown(audit))
    assert "| [Theorem 6 thm:sens_softmax](#theorem-6-thmsens_softmax) Sensitivity" in text
    assert "\n## Theorem 6 thm:sens_softmax\n" in text
    assert "| Figure 1 fig:schematics Schematic" in text
    assert 'href="#claim-thm-sens_softmax">Theorem 6 thm:sens_softmax</a>' in page(audit, figures=[])
    numbers = {f"{c['label']}#{c['part'] or ''}": c["number"] for c in audit.to_json()["claims"]}
    assert numbers["ex:dpsvm#lipschitz"] == "Example 5"
    assert numbers["ours:gradient_diameter#"] is None
